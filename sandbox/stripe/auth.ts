import { StripeError } from "./errors.ts";
import type { Param } from "./form.ts";

/** Whose key a call carries; a browser also proves by the client secret which intent is its own. */
export type Caller =
	| { key: "secret" }
	| { key: "restricted" }
	| { key: "publishable"; clientSecret: string };

/** The account's own keys; the restricted one may what docs/deploy.md gives it. */
const keys = {
	sk_test_sandbox: "secret",
	rk_test_sandbox: "restricted",
	pk_test_sandbox: "publishable",
} as const;

const isKnown = (key: string): key is keyof typeof keys => Object.hasOwn(keys, key);

/**
 * Returns who calls from `Authorization: Bearer` or, as Stripe.js sends it, the parameter `key`.
 * @throws StripeError 401 without a key of this account
 */
export function authenticate(
	header: string | undefined,
	params: { [name: string]: Param },
): Caller {
	const key = header?.replace(/^Bearer\s+/i, "") ?? params.key;
	if (typeof key !== "string" || key === "") {
		throw unauthorized(
			"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
		);
	}
	if (!isKnown(key)) throw unauthorized(`Invalid API Key provided: ${hide(key)}`);
	const kind = keys[key];
	if (kind !== "publishable") return { key: kind };
	const clientSecret = params.client_secret;
	return { key: kind, clientSecret: typeof clientSecret === "string" ? clientSecret : "" };
}

/** Returns whether a parameter `key` is that of a browser. */
export const isPublishable = (key: Param | undefined): boolean =>
	typeof key === "string" && key.startsWith("pk_");

/** What a call needs of a restricted key; null where the key of docs/deploy.md has it. */
export type Permission = string | null;

/**
 * Lets a secret key pass, and a restricted one that has the permission.
 * @throws StripeError 403 for a publishable key or a permission that is not given
 */
export function requireSecretKey(caller: Caller, permission: Permission): void {
	if (caller.key === "secret") return;
	if (caller.key === "restricted") {
		if (permission === null) return;
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

/** Shows of a key what Stripe shows of it: its kind and its last four characters. */
function hide(key: string): string {
	const shown = /^(?:sk|rk|pk)_(?:test|live)_/.exec(key)?.[0] ?? "";
	const rest = key.slice(shown.length);
	return shown + "*".repeat(Math.max(rest.length - 4, 0)) + rest.slice(-4);
}

function unauthorized(message: string): StripeError {
	return new StripeError(401, { type: "invalid_request_error", message });
}
