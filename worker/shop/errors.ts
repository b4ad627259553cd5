import { ShopError } from "#contract/errors.ts";
import { isForeignKeyViolation, isUnavailable } from "#worker/db/failures.ts";

export { forLog } from "#worker/db/failures.ts";

/** Returns null for a bug. */
export function toShopError(error: unknown): ShopError | null {
	if (error instanceof ShopError) return error;
	if (isForeignKeyViolation(error)) return new ShopError("unauthenticated");
	return isUnavailable(error) ? new ShopError("unavailable") : null;
}
