import Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";

/** The keys that sandbox/ takes; they open nothing outside this machine. */
const sandboxKeys = {
	secret: "sk_test_sandbox",
	publishable: "pk_test_sandbox",
	webhook: "whsec_sandbox",
};

const defaultTimeoutMs = 10_000;

const throughSandbox =
	(sandbox: Fetcher): typeof fetch =>
	(input, init) => {
		const asked = new URL(input instanceof Request ? input.url : input);
		return sandbox.fetch(`http://sandbox/__sandbox/stripe${asked.pathname}${asked.search}`, init);
	};

/** Without a secret of its own the local shop talks to the sandbox; production has no sandbox and answers 503. */
const usesSandbox = (env: Env) => !env.STRIPE_SECRET_KEY && env.SANDBOX !== undefined;

/** @returns the official SDK @throws ShopError 503 when Stripe is not set up */
export function openStripe(env: Env): Stripe {
	const clientOptions = {
		timeout: Number(env.STRIPE_TIMEOUT_MS ?? defaultTimeoutMs),
		maxNetworkRetries: 1,
	};
	if (env.STRIPE_SECRET_KEY) {
		return new Stripe(env.STRIPE_SECRET_KEY, {
			httpClient: Stripe.createFetchHttpClient(),
			...clientOptions,
		});
	}
	if (!env.SANDBOX) throw new ShopError("payment_unavailable");
	return new Stripe(sandboxKeys.secret, {
		httpClient: Stripe.createFetchHttpClient(throughSandbox(env.SANDBOX)),
		...clientOptions,
	});
}

/** What the browser needs to draw the card form: the publishable key, and where Stripe.js is when it is doubled. */
export type CardFormSettings = { publishableKey: string; script: string | null };

export function getCardFormSettings(env: Env): CardFormSettings | null {
	if (usesSandbox(env)) {
		return { publishableKey: sandboxKeys.publishable, script: "/__sandbox/stripe.js" };
	}
	return env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_SECRET_KEY
		? { publishableKey: env.STRIPE_PUBLISHABLE_KEY, script: null }
		: null;
}

/** @returns the secret that webhooks are signed with; null when there is none */
export const getWebhookSecret = (env: Env): string | null =>
	usesSandbox(env) ? sandboxKeys.webhook : (env.STRIPE_WEBHOOK_SECRET ?? null);
