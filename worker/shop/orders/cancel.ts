import { and, eq, exists, sql } from "drizzle-orm";
import { quantityMax } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { releasePayments } from "../payments/release.ts";
import { orderLine } from "./audit-line.ts";
import { type Order, requireOrder } from "./read.ts";
import { canMove, moveOrder, requireMove } from "./transition.ts";

/**
 * Returns the pieces to the stock and cancels the order, in one transaction; an admin's cancellation is in the audit log. In any other
 * state nothing is written, so it may be done twice. Its idempotency key is free again.
 */
async function restockAndCancel(shop: Shop, { id, productId }: Order, at: Date) {
	const { db, account } = shop;
	const held = db.select({ quantity: orders.quantity }).from(orders).where(canMove("cancel", id));
	const write = [
		db
			.update(products)
			.set({ quantity: sql`min(${products.quantity} + ${held}, ${quantityMax})` })
			.where(and(eq(products.id, productId), exists(held)))
			.returning({ quantity: products.quantity, minimum: products.minimum }),
		moveOrder(db, "cancel", { id, at, set: { idempotencyKey: null } }),
	] as const;
	if (!account || !can(account, "orders:cancel")) return db.batch(write);
	const [, restocked, moved] = await db.batch([
		orderLine(shop, account, "cancel", canMove("cancel", id)),
		...write,
	]);
	return [restocked, moved] as const;
}

/**
 * Cancels an unpaid order: its pieces are for sale again, its row stays for the shop's records. A payment in progress is cancelled
 * first, so that nobody pays for a cancelled order.
 * @throws ShopError 401, 403, 404 also when it is cancelled already, 409 when it is paid or its payment is being processed
 */
export async function cancelOrder(shop: Shop, id: string): Promise<void> {
	const order = await requireOrder(shop, id, "orders:cancel");
	requireMove(order, "cancel");
	await releasePayments(shop, id);
	const at = new Date();
	const { result, again } = await retryWrite(() => restockAndCancel(shop, order, at));
	const [restocked, moved] = result;
	const wasOut = restocked.some(({ quantity, minimum }) =>
		isOutOfStock({ quantity: quantity - order.quantity, minimum }),
	);
	if (again || wasOut) shop.purge(productTags(order.productId));
	if (moved.length > 0) return;
	const now = await shop.db
		.select({ state: orders.state })
		.from(orders)
		.where(eq(orders.id, id))
		.get();
	if (again && now?.state === "cancelled") return;
	requireMove(now ?? { state: "cancelled" }, "cancel");
}
