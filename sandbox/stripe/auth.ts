import { StripeError } from "./errors.ts";
import type { Param } from "./form-encoding.ts";

/** The kind of API key of a request. Browsers also send the client secret of their intent. */
export type Auth =
	| { keyType: "secret" }
	| { keyType: "restricted" }
	| { keyType: "publishable"; clientSecret: string };

/** The account's API keys. The restricted key has the permissions that docs/deploy.md lists. */
const keys = {
	sk_test_sandbox: "secret",
	rk_test_sandbox: "restricted",
	pk_test_sandbox: "publishable",
} as const;

const isAccountKey = (key: string): key is keyof typeof keys => Object.hasOwn(keys, key);

/**
 * Reads the API key from `Authorization: Bearer` or from the `key` parameter, which Stripe.js sends.
 * @throws StripeError 401 if the key is missing or is not one of this account's keys
 */
export function authenticate(header: string | undefined, params: { [name: string]: Param }): Auth {
	const key = header?.replace(/^Bearer\s+/i, "") ?? params.key;
	if (typeof key !== "string" || key === "") {
		throw unauthorized(
			"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
		);
	}
	if (!isAccountKey(key)) throw unauthorized(`Invalid API Key provided: ${maskKey(key)}`);
	const keyType = keys[key];
	if (keyType !== "publishable") return { keyType };
	const clientSecret = params.client_secret;
	return { keyType, clientSecret: typeof clientSecret === "string" ? clientSecret : "" };
}

/** Returns whether the `key` parameter is a publishable key. */
export const isPublishableKey = (key: Param | undefined): boolean =>
	typeof key === "string" && key.startsWith("pk_");

/**
 * Requires a secret key. Accepts the restricted key only if `permission` is undefined, because it has no other permissions.
 * @throws StripeError 403 for any other key
 */
export function requireSecretKey({ keyType }: Auth, permission: string | undefined): void {
	if (keyType === "secret") return;
	if (keyType === "restricted") {
		if (permission === undefined) return;
		throw new StripeError(403, {
			type: "invalid_request_error",
			message: `The provided key 'rk_test_*******' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the '${permission}' permission would allow this request to continue.`,
		});
	}
	throw new StripeError(403, {
		type: "invalid_request_error",
		code: "secret_key_required",
		message:
			"This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
	});
}

/** Masks all of a key but its prefix and last four characters, as Stripe's errors do. */
function maskKey(key: string): string {
	const prefix = /^(?:sk|rk|pk)_(?:test|live)_/.exec(key)?.[0] ?? "";
	const rest = key.slice(prefix.length);
	return prefix + "*".repeat(Math.max(rest.length - 4, 0)) + rest.slice(-4);
}

function unauthorized(message: string): StripeError {
	return new StripeError(401, { type: "invalid_request_error", message });
}
