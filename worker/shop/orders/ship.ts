import { and, eq, isNotNull, notExists } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { holdErrors } from "#contract/payment-holds.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { putInOutbox } from "../mails/outbox.ts";
import { sendAfterAnswer } from "../mails/send.ts";
import { orderLine } from "./audit-line.ts";
import { type Order, requireOrder } from "./read.ts";
import { canMove, moveOrder, requireMove } from "./transition.ts";

/** Ships a paid order whose money is not held back, notes it, and puts the mail about it into the outbox, in one transaction. */
function ship(shop: Shop, admin: Account, id: string, shippedAt: Date) {
	const { db } = shop;
	const held = db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.id, orders.transactionId), isNotNull(payments.hold)));
	const isFree = notExists(held);
	return db.batch([
		orderLine(shop, admin, "ship", and(canMove("ship", id), isFree)),
		moveOrder(db, "ship", { id, at: shippedAt, where: isFree }),
		putInOutbox(db, "shipped", and(eq(orders.id, id), eq(orders.shippedAt, shippedAt))),
	]);
}

/** @throws ShopError 409 when its money went back, or may have to */
async function requireMoney({ db }: Shop, { transactionId }: Order): Promise<void> {
	const payment = await db
		.select({ hold: payments.hold })
		.from(payments)
		.where(eq(payments.id, transactionId ?? ""))
		.get();
	if (payment?.hold) throw new ShopError(holdErrors[payment.hold]);
}

/**
 * Marks a paid order as shipped and writes to its customer; a second time changes nothing.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 when it is not paid, or its payment was refunded or disputed
 */
export async function shipOrder(shop: Shop, id: string): Promise<number> {
	const admin = requireCapability(shop, "orders:ship");
	const order = await requireOrder(shop, id);
	if (order.state !== "shipped") requireMove(order, "ship");
	const shippedAt = new Date();
	const { result, again } = await retryWrite(() => ship(shop, admin, id, shippedAt));
	const [, shifted, mail] = result;
	sendAfterAnswer(shop, "shipped", mail);
	if (shifted.length > 0) return shifted.length;
	const now = await requireOrder(shop, id);
	if (!now.shippedAt) await requireMoney(shop, now);
	return again && now.shippedAt?.getTime() === shippedAt.getTime() ? 1 : 0;
}
