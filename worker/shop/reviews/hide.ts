import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retry } from "#worker/db/retry.ts";
import { reviews } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireRow } from "../written.ts";
import { reviewLine } from "./audit-line.ts";

async function setHidden(shop: Shop, id: string, hidden: boolean): Promise<void> {
	const admin = requireCapability(shop, "reviews:moderate");
	const isIt = eq(reviews.id, id);
	const other = hidden ? isNull(reviews.hiddenAt) : isNotNull(reviews.hiddenAt);
	const action = hidden ? "review-hidden" : "review-shown";
	const hiddenAt = hidden ? sql`coalesce(${reviews.hiddenAt}, ${Date.now()})` : null;
	const set = () =>
		shop.db.batch([
			reviewLine(shop, admin, action, and(isIt, other)),
			shop.db
				.update(reviews)
				.set({ hiddenAt })
				.where(isIt)
				.returning({ productId: reviews.productId }),
		]);
	const [, rows] = await retry(set);
	const { productId } = requireRow(rows, "review_not_found");
	shop.purge(reviewTags([productId]));
}

/**
 * Takes a review from the public pages and from its tool's rating, and leaves it to the admins; one that is hidden
 * already stays as it is.
 * @throws ShopError 401, 403, 404
 */
export const hideReview = (shop: Shop, id: string): Promise<void> => setHidden(shop, id, true);

/** Shows a hidden review to everyone again. @throws ShopError 401, 403, 404 */
export const showReview = (shop: Shop, id: string): Promise<void> => setHidden(shop, id, false);
