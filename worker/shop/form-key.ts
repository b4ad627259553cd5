import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Identifies a submission, so that submitting twice stores it once. The content is part of the hash, because a visitor may go back, edit
 * the form and submit it again with the same key. The key alone would drop that new submission.
 */
export const hashSubmission = (key: string, content: object): Promise<string> =>
	hashToken(JSON.stringify([key, content]));

/** Creates a function that throws `code` if an error says that the key of a form was used with other input, and rethrows any other error. */
export const throwFormError =
	(code: PlainErrorCode) =>
	(error: unknown): never => {
		const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
		throw isKeyReused ? new ShopError(code) : error;
	};
