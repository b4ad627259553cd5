import { and, eq } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { paymentOrders, payments, refundRequests } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { requireOrderInAnyState } from "../orders/read.ts";
import { sendIfWaiting } from "./send-refund.ts";
import { settlePayment } from "./settle.ts";

/** A customer may have started many payments for an order, but staff only ask about the newest. */
const checkedPaymentsMax = 5;

/** Sorts in memory, because an order has few payments and no index covers order and time. */
async function readNewestPayments({ db }: ShopContext, orderId: string) {
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
		.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
		.slice(0, checkedPaymentsMax);
}

/** Returns whether a payment was started for the order. Does not check permissions. */
export const hasPayment = async ({ db }: ShopContext, orderId: string): Promise<boolean> =>
	(await db.$count(paymentOrders, eq(paymentOrders.orderId, orderId))) > 0;

const readWaitingRefunds = ({ db }: ShopContext, orderId: string) =>
	db
		.select({ id: refundRequests.id, paymentId: refundRequests.paymentId })
		.from(refundRequests)
		.where(and(eq(refundRequests.orderId, orderId), eq(refundRequests.status, "waiting")));

const readOrderAndPayments = async (shop: ShopContext, id: string) => ({
	order: await requireOrderInAnyState(shop, id),
	payments: await readNewestPayments(shop, id),
	waitingRefunds: await readWaitingRefunds(shop, id),
});

/**
 * Updates an order from its payments in Stripe, in case one of their events was lost or could not be handled, and sends its waiting refunds,
 * because the sweep may try again only hours after an outage. Idempotent.
 * @returns how many orders changed: 1 or 0; null if no payment was started for the order
 * @throws ShopError 401, 403, 404 or 429; 503 if Stripe is unavailable
 */
export async function checkOrderPayments(shop: ShopContext, id: string): Promise<number | null> {
	const account = requireCapability(shop, "refunds:create");
	await enforceRateLimit(shop.env, "checkPayment", account.id);
	const previous = await readOrderAndPayments(shop, id);
	if (previous.payments.length === 0) return null;
	// Without an account, because the audit log must not name the staff member for changes that Stripe caused.
	const systemShop = { ...shop, account: null };
	for (const { id: paymentId } of previous.payments) {
		const isReadBelow = previous.waitingRefunds.some((request) => request.paymentId === paymentId);
		if (!isReadBelow) await settlePayment(systemShop, paymentId);
	}
	for (const request of previous.waitingRefunds) await sendIfWaiting(systemShop, request.id);
	return JSON.stringify(previous) === JSON.stringify(await readOrderAndPayments(shop, id)) ? 0 : 1;
}
