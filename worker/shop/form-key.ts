import { ShopError } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Identifies what a form sends, so that a second press stores nothing twice. A visitor who goes back and sends the same form with other words
 * has written something else: the key alone would drop it.
 */
export const identifyContent = async (
	formKey: string | null,
	content: object,
): Promise<string | null> =>
	formKey === null ? null : hashToken(JSON.stringify([formKey, content]));

/** Of orders that are placed by a form. @throws `form_already_used` if its key was used for other orders, and otherwise the same error */
export function throwFormError(error: unknown): never {
	const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
	throw isKeyReused ? new ShopError("form_already_used") : error;
}
