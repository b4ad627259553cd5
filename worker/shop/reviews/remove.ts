import { eq } from "drizzle-orm";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { reviews } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";

/** @returns how many reviews went: 1 @throws ShopError 401, 403, 404 */
export async function deleteReview(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const rows = await shop.db
		.delete(reviews)
		.where(eq(reviews.id, id))
		.returning({ id: reviews.id });
	requireRow(rows, missing(failure.reviewNotFound));
	await shop.purge(reviewTags);
	return rows.length;
}
