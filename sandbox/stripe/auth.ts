import { StripeError } from "./errors.ts";
import type { Param } from "./form.ts";

/** Whose key a call carries; a browser also proves by the client secret which intent is its own. */
export type Caller = { key: "secret" } | { key: "publishable"; clientSecret: string };

/**
 * Tells who calls from `Authorization: Bearer` or, as Stripe.js sends it, the parameter `key`.
 * @throws StripeError 401 without a test key
 */
export function authenticate(
	header: string | undefined,
	params: { [name: string]: Param },
): Caller {
	const key = header?.replace(/^Bearer\s+/i, "") ?? params.key;
	if (typeof key !== "string" || key === "") {
		throw unauthorized("You did not provide an API key.");
	}
	if (key.startsWith("sk_test_")) return { key: "secret" };
	if (!key.startsWith("pk_test_")) {
		throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}***`);
	}
	const clientSecret = params.client_secret;
	return { key: "publishable", clientSecret: typeof clientSecret === "string" ? clientSecret : "" };
}

/**
 * Lets only a secret key pass.
 * @throws StripeError 403 `secret_key_required`
 */
export function requireSecretKey(caller: Caller): void {
	if (caller.key === "secret") return;
	throw new StripeError(403, {
		type: "invalid_request_error",
		code: "secret_key_required",
		message:
			"This API call cannot be made with a publishable API key. Please use a secret API key.",
	});
}

function unauthorized(message: string): StripeError {
	return new StripeError(401, { type: "invalid_request_error", message });
}
