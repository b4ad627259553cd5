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

/** @throws ShopError 503 when Stripe is not set up */
export function createStripe(env: Env): Stripe {
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

export const getWebhookSecret = (env: Env): string | null =>
	usesSandbox(env) ? sandboxKeys.webhook : (env.STRIPE_WEBHOOK_SECRET ?? null);

/** @returns whether Stripe refused a request as it stands, with this code (docs.stripe.com/error-codes) */
export const isRejectedByStripe = (error: unknown, code: string): boolean =>
	error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/**
 * Asks Stripe. Stripe down, slow or overloaded is something that the visitor can wait out; a request that Stripe refuses is
 * the caller's to understand, or a bug.
 * @throws ShopError 503 when Stripe does not answer, StripeInvalidRequestError
 */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
	try {
		return await call();
	} catch (error) {
		throw toStripeError(error);
	}
}

/** The visitor reads the same 503, but Stripe has answered: the shop's restricted key may not do this (docs/deploy.md §7). */
class KeyRejected extends ShopError {}

/** @returns ShopError 503 for an error that may pass or that an operator can end; every other error as it is */
export function toStripeError(error: unknown): unknown {
	if (!(error instanceof Stripe.errors.StripeError)) return error;
	if (error instanceof Stripe.errors.StripeInvalidRequestError) return error;
	console.error("stripe", error.type, error.code ?? "", error.message);
	return error instanceof Stripe.errors.StripePermissionError
		? new KeyRejected("payment_unavailable")
		: new ShopError("payment_unavailable");
}

/** @returns whether nothing was learned of what was asked, because Stripe did not answer or takes no key of the shop's */
export const isStripeUnreachable = (error: unknown): boolean =>
	error instanceof ShopError && error.status === 503 && !(error instanceof KeyRejected);

/**
 * Whether an idempotency key has had its answer: Stripe gives the same one for a day, an error 500 too
 * (docs.stripe.com/api/idempotent_requests), so the next try needs another key. It has had none where the connection broke,
 * Stripe was asked too often, or the first request with it is still being worked on.
 */
export function isKeyUsed(error: unknown): boolean {
	if (!(error instanceof Stripe.errors.StripeError)) return false;
	return error.statusCode !== undefined && error.statusCode !== 409 && error.statusCode !== 429;
}
