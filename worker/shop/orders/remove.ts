import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { releasePayments } from "../payments/release.ts";
import { orderLine } from "./audit-line.ts";
import { findOrder, type Order, requireOrder } from "./read.ts";

/** What an admin deletes is noted in the audit log. Where the order is gone, or paid, nothing is written, so it may be done twice. */
async function giveBack(shop: Shop, { id, productId }: Order) {
	const { db, account } = shop;
	const unpaid = and(eq(orders.id, id), isNull(orders.paidAt));
	const held = db.select({ quantity: orders.quantity }).from(orders).where(unpaid);
	const write = [
		db
			.update(products)
			.set({ quantity: sql`min(${products.quantity} + ${held}, ${quantityMax})` })
			.where(and(eq(products.id, productId), exists(held)))
			.returning({ quantity: products.quantity, minimum: products.minimum }),
		db.delete(orders).where(unpaid).returning({ id: orders.id }),
	] as const;
	if (account?.role !== "admin") return db.batch(write);
	const line = orderLine(shop, account, "order-deleted", unpaid);
	const [, given, removed] = await db.batch([line, ...write]);
	return [given, removed] as const;
}

/**
 * Deletes an unpaid order and gives its pieces back to the stock, in one transaction. A payment under way is
 * cancelled first, so that nobody pays for what is gone.
 * @throws ShopError 401, 403, 404, 409 when it is paid or its payment is being processed
 */
export async function deleteOrder(shop: Shop, id: string): Promise<void> {
	const order = await requireOrder(shop, id);
	if (order.paidAt) throw new ShopError("order_paid");
	await releasePayments(shop, id);
	const { result, again } = await retryWrite(() => giveBack(shop, order));
	const [given, removed] = result;
	const wasOut = given.some(({ quantity, minimum }) =>
		isOutOfStock({ quantity: quantity - order.quantity, minimum }),
	);
	if (again || wasOut) shop.purge(productTags(order.productId));
	if (removed.length > 0) return;
	if (again && !(await findOrder(shop, id))) return;
	await requireOrder(shop, id);
	throw new ShopError("order_paid");
}
