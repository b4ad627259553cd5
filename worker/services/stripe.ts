import type Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { logError } from "./log-error.ts";

/** Not secret, because only the local shop has the sandbox. */
const sandboxKeys = {
	secret: "sk_test_sandbox",
	publishable: "pk_test_sandbox",
	webhook: "whsec_sandbox",
};

const defaultTimeoutMs = 10_000;

const fetchThroughSandbox =
	(sandbox: Fetcher): typeof fetch =>
	(input, init) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return sandbox.fetch(`http://sandbox/__sandbox/stripe${pathname}${search}`, init);
	};

/** The sandbox is used only if there is no secret key. Production has no sandbox. */
const getSandbox = (env: Env) => (env.STRIPE_SECRET_KEY ? undefined : env.SANDBOX);

/** Loads the SDK when it is first needed. @throws ShopError 503 if Stripe is not configured */
export async function createStripe(env: Env): Promise<Stripe> {
	const sandbox = getSandbox(env);
	const key = sandbox ? sandboxKeys.secret : env.STRIPE_SECRET_KEY;
	if (!key) throw new ShopError("payment_unavailable");
	const { default: Stripe } = await import("stripe");
	return new Stripe(key, {
		httpClient: Stripe.createFetchHttpClient(sandbox && fetchThroughSandbox(sandbox)),
		timeout: Number(env.STRIPE_TIMEOUT_MS ?? defaultTimeoutMs),
		maxNetworkRetries: 1,
	});
}

/** `script`: the URL of the mock of Stripe.js; null to load Stripe's own. */
export type CardFormSettings = { publishableKey: string; script: string | null };

export function getCardFormSettings(env: Env): CardFormSettings | null {
	if (getSandbox(env)) {
		return { publishableKey: sandboxKeys.publishable, script: "/__sandbox/stripe.js" };
	}
	return env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_SECRET_KEY
		? { publishableKey: env.STRIPE_PUBLISHABLE_KEY, script: null }
		: null;
}

export const getWebhookSecret = (env: Env): string | null =>
	getSandbox(env) ? sandboxKeys.webhook : (env.STRIPE_WEBHOOK_SECRET ?? null);

/** Not `instanceof`, which would load the SDK. `type` names the error's class (docs.stripe.com/error-handling). */
export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
	error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

/** Returns whether Stripe rejected a request as invalid with this code (docs.stripe.com/error-codes). */
export const isRejectedByStripe = (error: unknown, code: string): boolean =>
	isStripeError(error) && error.type === "StripeInvalidRequestError" && error.code === code;

/**
 * @throws ShopError 503 if Stripe is not reachable or the key lacks a permission
 * @throws StripeInvalidRequestError if the request is invalid: a bug, unless the caller expects it and catches it
 */
export async function callStripe<Result>(
	env: Env,
	call: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
	try {
		return await call(await createStripe(env));
	} catch (error) {
		throw stripeErrorToShopError(error);
	}
}

/** A ShopError 503 although Stripe is reachable: the shop's restricted key lacks a permission (docs/deploy.md §7). */
class KeyRejectedError extends ShopError {}

/** Turns an outage, or a missing permission of the key, into a ShopError 503. Returns any other error unchanged. */
export function stripeErrorToShopError(error: unknown): unknown {
	if (!isStripeError(error) || error.type === "StripeInvalidRequestError") return error;
	logError("stripe", error.type, error.code ?? "", error.message, error.requestId ?? "");
	return error.type === "StripePermissionError"
		? new KeyRejectedError("payment_unavailable")
		: new ShopError("payment_unavailable");
}

export const isStripeUnreachable = (error: unknown): boolean =>
	error instanceof ShopError &&
	error.code === "payment_unavailable" &&
	!(error instanceof KeyRejectedError);

/**
 * Returns whether the next attempt needs another idempotency key, because Stripe repeats this error for a day, even a 500
 * (docs.stripe.com/api/idempotent_requests). Stripe stores no response if the connection broke, the request was rate limited (429),
 * or another request with the key is in progress (409).
 */
export function needsNewIdempotencyKey(error: unknown): boolean {
	if (!isStripeError(error)) return false;
	return error.statusCode !== undefined && error.statusCode !== 409 && error.statusCode !== 429;
}
