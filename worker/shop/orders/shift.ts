import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retry } from "#worker/db/retry.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { requireOrder } from "./read.ts";

/**
 * Marks a paid order as shipped; a second time changes nothing.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 when it is not paid
 */
export async function shiftOrder(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const order = await requireOrder(shop, id);
	if (!order.paidAt) throw new ShopError("conflict", failure.notPaid);
	const ship = () =>
		shop.db
			.update(orders)
			.set({ shiftedAt: new Date() })
			.where(and(eq(orders.id, id), isNotNull(orders.paidAt), isNull(orders.shiftedAt)))
			.returning({ id: orders.id });
	return (await retry(ship)).length;
}
