import { and, eq, isNull } from "drizzle-orm";
import { type Delivery, mapDelivery } from "#contract/delivery.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { products } from "#worker/db/schema.ts";
import type { Product } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "./read.ts";

/** Whether a tool that was ordered once can be ordered again. */
export type Supply = "in stock" | "out of stock" | "gone";

/** @returns whether the tool of an order is still sold */
export async function getSupply({ db }: Shop, productId: string): Promise<Supply> {
	const product = await db
		.select({ quantity: products.quantity, minimum: products.minimum })
		.from(products)
		.where(and(eq(products.id, productId), isNull(products.deletedAt)))
		.get();
	if (!product) return "gone";
	return isOutOfStock(product) ? "out of stock" : "in stock";
}

/** What an order before fills the order form with: pieces, address, phone; price in cents a piece then. */
export type OrderBefore = Delivery & { quantity: number; priceCents: number };

/**
 * @param orderId from `?again=` of the order form
 * @returns the signed-in shopper's own order of this product; null for every other
 * @throws ShopError 401
 */
export async function findOrderBefore(
	shop: Shop,
	{ id: productId }: Pick<Product, "id">,
	orderId: string | null,
): Promise<OrderBefore | null> {
	const account = requireAccount(shop);
	const order = orderId ? await findOrder(shop, orderId) : null;
	if (order?.userId !== account.id || order.productId !== productId) return null;
	const { quantity, toolPriceCents: priceCents } = order;
	return { quantity, priceCents, ...mapDelivery((name) => order[name]) };
}
