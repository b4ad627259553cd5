import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { isOwnerGone, isUnavailable } from "#worker/db/failures.ts";

export { forLog } from "#worker/db/failures.ts";

/**
 * @returns what the visitor should read of an error: a refusal, that their account went meanwhile, or that the
 * database is away; null for a bug
 */
export function asRefusal(error: unknown): ShopError | null {
	if (error instanceof ShopError) return error;
	if (isOwnerGone(error)) return new ShopError("signedOut", failure.noUser);
	return isUnavailable(error) ? new ShopError("unavailable", failure.unavailable) : null;
}

/** @returns whether asking again later may help: then the answer says when */
export const isPassing = ({ refusal }: ShopError): boolean =>
	refusal === "tooOften" || refusal === "unavailable";
