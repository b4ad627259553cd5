import { and, eq, exists, sql } from "drizzle-orm";
import { quantityMax } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { Shop } from "../context.ts";
import { releasePayments } from "../payments/settle.ts";
import { findOrder, requireOrder } from "./read.ts";
import { canMove, moveOrder, requireMove } from "./transition.ts";

/**
 * Cancels an unpaid order and puts its units back into stock. Open payments are canceled first, so that nobody pays for a canceled order.
 * @throws ShopError 401, 403, 404 (also if it is already canceled), 409 if it is paid or its payment is being processed
 */
export async function cancelOrder(shop: Shop, id: string): Promise<void> {
	const { db, account } = shop;
	const order = await requireOrder(shop, id, "orders:cancel");
	requireMove(order, "cancel");
	await releasePayments(shop, id);
	const cancelableUnits = db
		.select({ quantity: orders.quantity })
		.from(orders)
		.where(canMove("cancel", id));
	const restock = moveStock(
		db,
		{
			change: sql`min(${cancelableUnits}, ${quantityMax} - ${products.quantity})`,
			reason: "cancel",
			orderId: id,
			userId: account && can(account, "orders:cancel") ? account.id : null,
		},
		and(eq(products.id, order.productId), exists(cancelableUnits)),
	);
	const moved = await moveOrder(shop, "cancel", id, {
		at: new Date(),
		// Frees the key that the order was placed with, and distinguishes two calls in the same millisecond.
		set: { idempotencyKey: createId() },
		statementsBefore: [restock],
	});
	if (!moved) {
		// Without a permission check: the account may have been deleted.
		return requireMove(await findOrder(shop, id), "cancel");
	}
	const { stock, units, minimum } = moved;
	if (isOutOfStock({ quantity: stock - units, minimum })) {
		shop.purgeAfterResponse(productTags(order.productId));
	}
}
