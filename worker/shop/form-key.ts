import { ShopError } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Identifies a form submission, so that submitting twice stores it once. The content is part of the hash, because a visitor may go back,
 * edit the form and submit it again with the same key. That is a new submission, which the key alone would drop.
 */
export const identifyContent = async (
	formKey: string | null,
	content: object,
): Promise<string | null> =>
	formKey === null ? null : hashToken(JSON.stringify([formKey, content]));

/** Replaces the error of a form that places orders. @throws `form_already_used` if the form's key was used for other orders; otherwise rethrows `error` */
export function throwFormError(error: unknown): never {
	const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
	throw isKeyReused ? new ShopError("form_already_used") : error;
}
