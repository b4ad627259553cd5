import { and, eq, isNotNull, notExists } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { hasReached } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { requireOrder } from "./read.ts";
import { moveOrder, requireMove } from "./transition.ts";

/**
 * Marks a paid order as shipped and emails its customer. Idempotent.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 if it is unpaid or its payment is refunded or disputed, 503 if that ended during the call
 */
export async function shipOrder(shop: Shop, id: string): Promise<number> {
	requireCapability(shop, "orders:ship");
	const order = await requireOrder(shop, id);
	if (!hasReached(order.state, "shipped")) requireMove(order, "ship");
	const holds = shop.db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.id, orders.transactionId), isNotNull(payments.hold)));
	const moved = await moveOrder(shop, "ship", id, { at: new Date(), where: notExists(holds) });
	if (moved) return 1;
	const current = await requireOrder(shop, id);
	if (hasReached(current.state, "shipped")) return 0;
	const payment = await shop.db
		.select({ hold: payments.hold })
		.from(payments)
		.where(eq(payments.id, current.transactionId ?? ""))
		.get();
	if (payment?.hold) throw new ShopError(paymentHolds[payment.hold].error);
	// The hold that blocked the update has ended since.
	throw new ShopError("unavailable");
}
