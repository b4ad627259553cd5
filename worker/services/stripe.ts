import Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";

/** The keys that sandbox/ accepts. They are not secret: only the local shop has the sandbox. */
const sandboxKeys = {
	secret: "sk_test_sandbox",
	publishable: "pk_test_sandbox",
	webhook: "whsec_sandbox",
};

const defaultTimeoutMs = 10_000;

const throughSandbox =
	(sandbox: Fetcher): typeof fetch =>
	(input, init) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return sandbox.fetch(`http://sandbox/__sandbox/stripe${pathname}${search}`, init);
	};

/** Without a secret key, the local shop uses the sandbox; production, which has no sandbox, throws a 503. */
const usesSandbox = (env: Env) => !env.STRIPE_SECRET_KEY && env.SANDBOX !== undefined;

/** @throws ShopError 503 if Stripe is not configured */
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

/** The settings of the card form: the publishable key, and the URL of the mock of Stripe.js or null for Stripe's own. */
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

/** Returns whether Stripe rejected a request as invalid with this code (docs.stripe.com/error-codes). */
export const isRejectedByStripe = (error: unknown, code: string): boolean =>
	error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/**
 * Calls Stripe. If Stripe is down, slow or overloaded, the visitor can try again later. A request that Stripe rejects is
 * handled by the caller, or it is a bug.
 * @throws ShopError 503 if Stripe is not reachable, StripeInvalidRequestError
 */
export async function callStripe<Result>(call: () => Promise<Result>): Promise<Result> {
	try {
		return await call();
	} catch (error) {
		throw toStripeError(error);
	}
}

/** The same 503 for the visitor. But Stripe is reachable, and the shop's restricted key lacks a permission (docs/deploy.md §7). */
class KeyRejected extends ShopError {}

/** @returns ShopError 503 for an outage or a missing permission of the key; any other error as it is */
export function toStripeError(error: unknown): unknown {
	if (!(error instanceof Stripe.errors.StripeError)) return error;
	if (error instanceof Stripe.errors.StripeInvalidRequestError) return error;
	console.error("stripe", error.type, error.code ?? "", error.message);
	return error instanceof Stripe.errors.StripePermissionError
		? new KeyRejected("payment_unavailable")
		: new ShopError("payment_unavailable");
}

/** Returns whether a call failed because Stripe is not reachable or does not accept the shop's key. */
export const isStripeUnreachable = (error: unknown): boolean =>
	error instanceof ShopError && error.status === 503 && !(error instanceof KeyRejected);

/**
 * Returns whether Stripe has stored a response under the idempotency key. Stripe repeats it for a day, even an error 500
 * (docs.stripe.com/api/idempotent_requests), so the next attempt needs another key. Stripe stores no response if the connection
 * broke, the request was rate limited (429), or another request with the key is still in progress (409).
 */
export function isKeyUsed(error: unknown): boolean {
	if (!(error instanceof Stripe.errors.StripeError)) return false;
	return error.statusCode !== undefined && error.statusCode !== 409 && error.statusCode !== 429;
}
