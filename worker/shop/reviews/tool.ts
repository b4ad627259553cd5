import { eq, sql } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { orders, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * @param toolId a product; it may be one that is no longer sold
 * @returns the part of a review that says which tool it is about, and whether its author has paid an order of it
 * @throws ShopError 400 when there is no such tool
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
	if (!tool) throw fieldError("toolId", failure.productNotFound);
	return tool;
}
