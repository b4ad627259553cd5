import { and, eq, exists, sql } from "drizzle-orm";
import { quantityMax } from "#contract/limits.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { releasePayments } from "../payments/settle.ts";
import { findOrder, requireOrder } from "./read.ts";
import { canMove, moveOrder, requireMove } from "./transition.ts";

/**
 * Cancels an unpaid order: its pieces are for sale again, its row stays for the shop's records, its idempotency key is free. A payment
 * in progress is cancelled first, so that nobody pays for a cancelled order.
 * @throws ShopError 401, 403, 404 also when it is cancelled already, 409 when it is paid or its payment is being processed
 */
export async function cancelOrder(shop: Shop, id: string): Promise<void> {
	const { db } = shop;
	const order = await requireOrder(shop, id, "orders:cancel");
	requireMove(order, "cancel");
	await releasePayments(shop, id);
	const held = db.select({ quantity: orders.quantity }).from(orders).where(canMove("cancel", id));
	const restock = db
		.update(products)
		.set({ quantity: sql`min(${products.quantity} + ${held}, ${quantityMax})` })
		.where(and(eq(products.id, order.productId), exists(held)));
	const moved = await moveOrder(shop, "cancel", id, {
		at: new Date(),
		// Frees the key that it was placed with, and tells which of two calls in one millisecond has cancelled it.
		set: { idempotencyKey: createId() },
		before: [restock],
	});
	if (!moved) {
		// Read without asking whose it is: its account may be deleted by now.
		const now = await findOrder(shop, id);
		return requireMove(now ?? { state: "cancelled" }, "cancel");
	}
	const { quantity, pieces, minimum } = moved;
	if (isOutOfStock({ quantity: quantity - pieces, minimum })) {
		shop.purge(productTags(order.productId));
	}
}
