import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { reviews } from "#worker/db/schema.ts";
import { createAuditEntry } from "../audit.ts";
import { getReviewTags } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { write, writeAudited } from "../write.ts";

const selectProductId = ({ db }: ShopContext, id: string) =>
	db.select({ productId: reviews.productId }).from(reviews).where(eq(reviews.id, id));

/** @throws ShopError 401, 403, 404 */
async function setHidden(shop: ShopContext, id: string, isHidden: boolean): Promise<void> {
	const admin = requireCapability(shop, "reviews:moderate");
	const action = isHidden ? "review-hidden" : "review-shown";
	const isInOtherState = isHidden ? isNull(reviews.hiddenAt) : isNotNull(reviews.hiddenAt);
	const hiddenAt = isHidden ? sql`coalesce(${reviews.hiddenAt}, ${Date.now()})` : null;
	const review = await write(shop, {
		audit: createAuditEntry(admin, { action, where: and(eq(reviews.id, id), isInOtherState) }),
		statements: [shop.db.update(reviews).set({ hiddenAt }).where(eq(reviews.id, id))],
		confirmWrite: selectProductId(shop, id),
		tags: ({ productId }) => getReviewTags([productId]),
	});
	if (!review) throw new ShopError("review_not_found");
}

export const hideReview = (shop: ShopContext, id: string) => setHidden(shop, id, true);
export const showReview = (shop: ShopContext, id: string) => setHidden(shop, id, false);

/**
 * @returns the number of deleted reviews, always 1
 * @throws ShopError 401, 403, 404
 */
export async function deleteReview(shop: ShopContext, id: string): Promise<number> {
	const admin = requireCapability(shop, "reviews:moderate");
	const review = await selectProductId(shop, id).get();
	const audit = createAuditEntry(admin, { action: "review-deleted", where: eq(reviews.id, id) });
	const savedEntry = await writeAudited(shop, {
		audit,
		statements: [shop.db.delete(reviews).where(eq(reviews.id, id))],
		tags: () => getReviewTags([review?.productId ?? null]),
	});
	if (!savedEntry) throw new ShopError("review_not_found");
	return 1;
}
