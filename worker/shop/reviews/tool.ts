import { eq, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * @param toolId a product; it may be one that is no longer sold
 * @returns the part of a review that says which tool it is about, and that its author has paid an order of it
 * @throws ShopError 400 when there is no such tool, or they have not
 */
export async function findReviewedTool({ db }: Shop, userId: string, toolId: string) {
	const verified = sql<boolean>`exists (
		select 1 from ${orders} where ${orders.userId} = ${userId} and ${orders.productId} = ${toolId}
			and ${orders.paidAt} is not null
	)`
		.mapWith(Boolean)
		.as("verified");
	const tool = await db
		.select({ productId: products.id, verified })
		.from(products)
		.where(eq(products.id, toolId))
		.get();
	if (!tool) throw new ShopError("product_unknown");
	if (!tool.verified) throw new ShopError("product_not_bought");
	return tool;
}

/**
 * The stars that a review counts with in the rating of its tool: none where one of the same author counts already.
 * Decided by the statement that writes it, so that of two sent at once one counts.
 */
export const countedStars = (userId: string, toolId: string, stars: number | null): SQL =>
	sql`(select case when exists (
		select 1 from ${reviews} as other
		where other.user_id = ${userId} and other.product_id = ${toolId} and other.stars is not null
	) then null else ${stars} end)`;
