import { ShopError } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Identifies a submission, so that submitting twice stores it once. The content is part of the hash, because a visitor may go back, edit
 * the form and submit it again with the same key. The key alone would drop that new submission.
 */
export const hashSubmission = (key: string, content: object): Promise<string> =>
	hashToken(JSON.stringify([key, content]));

/** Throws `form_already_used` if `error` says that the key of a form was used for other orders. Rethrows any other error. */
export function throwFormError(error: unknown): never {
	const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
	throw isKeyReused ? new ShopError("form_already_used") : error;
}
