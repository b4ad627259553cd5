import { ShopError } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Creates the key of a form submission, so that submitting twice stores it once. The content is part of the hash, because a visitor may go
 * back, edit the form and submit it again with the same form key. The form key alone would drop that new submission.
 */
export const createSubmissionKey = async (
	formKey: string | null,
	content: object,
): Promise<string | null> =>
	formKey === null ? null : hashToken(JSON.stringify([formKey, content]));

/** Throws `form_already_used` if `error` says that the key of a form was used for other orders. Rethrows any other error. */
export function throwFormError(error: unknown): never {
	const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
	throw isKeyReused ? new ShopError("form_already_used") : error;
}
