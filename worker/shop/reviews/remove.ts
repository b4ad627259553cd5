import { eq } from "drizzle-orm";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { reviews } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireDone } from "../written.ts";

/** @returns how many reviews went: 1 @throws ShopError 401, 403, 404 */
export async function deleteReview(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const remove = () =>
		shop.db.delete(reviews).where(eq(reviews.id, id)).returning({ id: reviews.id });
	requireDone(await retryWrite(remove), missing(failure.reviewNotFound));
	await shop.purge(reviewTags);
	return 1;
}
