import { eq } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { paymentOrders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { requireOrder } from "../orders/read.ts";
import { settlePayment } from "./settle.ts";

/** A customer may start several payments for an order; questions are about the newest ones. */
const checkedMax = 5;

/** Sorted in memory, because an order has few payments and no index covers order and time. */
async function readNewestPayments({ db }: Shop, orderId: string) {
	const rows = await db
		.select({
			createdAt: payments.createdAt,
			id: payments.id,
			status: payments.status,
			hold: payments.hold,
			receivedCents: payments.receivedCents,
			refundedCents: payments.refundedCents,
		})
		.from(paymentOrders)
		.innerJoin(payments, eq(payments.id, paymentOrders.paymentId))
		.where(eq(paymentOrders.orderId, orderId));
	return rows
		.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
		.slice(0, checkedMax);
}

/** Returns whether a payment was started for the order. Does not check permissions. */
export const hasPayment = async ({ db }: Shop, orderId: string): Promise<boolean> =>
	(await db.$count(paymentOrders, eq(paymentOrders.orderId, orderId))) > 0;

const readState = async (shop: Shop, id: string) => ({
	order: await requireOrder(shop, id),
	payments: await readNewestPayments(shop, id),
});

/**
 * Updates an order from its payments in Stripe, as an event about them would, in case the event was lost or arrived before the shop could
 * handle it. Idempotent.
 * @returns how many orders changed: 1 or 0; null if no payment was started for it
 * @throws ShopError 401, 403, 404, 429, 503 if Stripe is unavailable
 */
export async function checkOrderPayments(shop: Shop, id: string): Promise<number | null> {
	const account = requireCapability(shop, "refunds:create");
	await enforceRateLimit(shop.env, "checkPayment", account.id);
	const before = await readState(shop, id);
	if (before.payments.length === 0) return null;
	// Without an account, because the staff member who checks a payment does not cause what follows from it.
	const asEvent = { ...shop, account: null };
	for (const payment of before.payments) await settlePayment(asEvent, payment.id);
	return JSON.stringify(before) === JSON.stringify(await readState(shop, id)) ? 0 : 1;
}
