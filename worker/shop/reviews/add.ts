import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { parseStars } from "#contract/ratings.ts";
import type { NewReview } from "#contract/schemas/reviews.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import { getReviewTags } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { hashSubmission } from "../form-key.ts";
import { toImagePath } from "../images/store.ts";
import { isBought } from "../orders/read.ts";
import { write } from "../write.ts";

/**
 * Finds a product, even a deleted one.
 * @throws ShopError 400 if the product does not exist, or the author has not bought it
 */
async function findReviewedTool({ db }: ShopContext, userId: string, toolId: string) {
	const boughtOrder = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, userId), eq(orders.productId, toolId), isBought));
	const verified = sql<boolean>`${exists(boughtOrder)}`.mapWith(Boolean).as("verified");
	const tool = await db
		.select({ productId: products.id, verified })
		.from(products)
		.where(eq(products.id, toolId))
		.get();
	if (!tool) throw new ShopError("product_unknown");
	if (!tool.verified) throw new ShopError("product_not_bought");
	return tool;
}

/** Selects null if another review by the author already counts. The INSERT evaluates it, so that only one of two concurrent reviews counts. */
const selectCountedStars = (userId: string, toolId: string, stars: number | null): SQL =>
	sql`(select case when exists (
		select 1 from ${reviews} as other
		where other.user_id = ${userId} and other.product_id = ${toolId} and other.stars is not null
	) then null else ${stars} end)`;

/**
 * Publishes a review of a product that the account has bought or, without `toolId`, of the shop.
 * @returns the review's ID
 * @throws ShopError 401, 429 or 503; 403 for admins; 400 if the product does not exist or was not bought; 409 if the account has already
 * written the same review and an admin has hidden it
 */
export async function addReview(shop: ShopContext, newReview: NewReview): Promise<string> {
	const { db } = shop;
	const { toolId, ...review } = newReview;
	const { id: userId, name, email } = requireCapability(shop, "reviews:write");
	await enforceRateLimit(shop.env, "review", userId);
	// An author publishes the same review once. A picture has the same path if it is uploaded twice.
	const id = (await hashSubmission(userId, newReview)).slice(0, 24);
	const submittedStars = parseStars(review.ratings);
	const tool = toolId ? await findReviewedTool(shop, userId, toolId) : {};
	const stars = toolId ? selectCountedStars(userId, toolId, submittedStars) : submittedStars;
	const img = toImagePath(shop, review.img);
	const row = { id, userId, name, email, stars, ...review, ...tool, img };
	const savedReview = await write(shop, {
		statements: [db.insert(reviews).values(row).onConflictDoNothing()],
		confirmWrite: db.select({ hiddenAt: reviews.hiddenAt }).from(reviews).where(eq(reviews.id, id)),
		tags: () => getReviewTags([toolId ?? null]),
	});
	if (!savedReview) throw new ShopError("review_not_added");
	if (savedReview.hiddenAt) throw new ShopError("review_hidden");
	return id;
}
