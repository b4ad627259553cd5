import { ShopError } from "#contract/errors.ts";
import { isForeignKeyViolation, isUnavailable } from "#worker/db/failures.ts";
import { logError } from "#worker/services/log-error.ts";

export { redactQueryValues } from "#worker/db/failures.ts";

/** Returns a handler for the `catch` of a promise, whose `label` names the operation that failed. */
export const logFailure = (label: string) => (error: unknown) => logError(label, error);

/** Returns null if the error is a bug. */
export function toShopError(error: unknown): ShopError | null {
	if (error instanceof ShopError) return error;
	if (isForeignKeyViolation(error)) return new ShopError("unauthenticated");
	return isUnavailable(error) ? new ShopError("unavailable") : null;
}
