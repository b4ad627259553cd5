import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { tablePageSize } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { piecesLeft } from "../orders/pieces-left.ts";
import type { Order } from "../orders/read.ts";
import { refundedCents, restockablePieces, shareCents } from "./order-amounts.ts";
import { readOrderRefunds } from "./order-refunds.ts";
import { hasStatus, isBeingPaid, selectDisputes } from "./payment-rows.ts";

/** Only admins see disputes. Returns null if the order is unpaid. */
export async function getOrderPayment(shop: Shop, order: Order) {
	const { db, account } = shop;
	const { transactionId } = order;
	if (!transactionId) return null;
	const [[payment], disputeRows, [amounts]] = await retryBatch(db, [
		db.select({ hold: payments.hold }).from(payments).where(eq(payments.id, transactionId)),
		selectDisputes(db, transactionId),
		db
			.select({
				pieces: piecesLeft.as("pieces_left"),
				receivedCents: shareCents.as("share_cents"),
				refundedCents: refundedCents.as("refunded_cents"),
				restockable: restockablePieces.as("restockable"),
			})
			.from(orders)
			.where(eq(orders.id, order.id)),
	]);
	if (!payment || !amounts) return null;
	const canSeeAll = account !== null && can(account, "payments:read");
	return {
		...payment,
		receivedCents: amounts.receivedCents,
		refundedCents: amounts.refundedCents,
		piecesLeft: amounts.pieces,
		restockable: amounts.restockable,
		refunds: await readOrderRefunds(shop, order),
		disputes: canSeeAll ? disputeRows : [],
	};
}

/** Returns whether a bank is processing a payment of this order. Does not check permissions. */
export async function isOrderBeingPaid(shop: Shop, orderId: string): Promise<boolean> {
	const found = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.id, orderId), isBeingPaid(shop)))
		.get();
	return found !== undefined;
}

/** How many orders a payment is for besides `orderId`. */
export const otherOrderCount = sql<number>`max(0, (select count(*) from ${paymentOrders} where ${eq(paymentOrders.paymentId, payments.id)}) - 1)`;

const columns = {
	id: payments.id,
	orderId: payments.orderId,
	otherOrderCount: otherOrderCount.as("other_orders"),
	amountCents: payments.amountCents,
	currency: payments.currency,
	hold: payments.hold,
	refundId: payments.refundId,
	problem: payments.problem,
};

/**
 * Lists payments that an admin should check (architecture.md "Payment"). Amounts are in the smallest unit of the currency.
 * @returns `open`: payments with a problem and no refund; `held`: payments of paid orders, refunded or disputed at Stripe; `refunded`:
 * payments that matched no unpaid order
 */
export async function getPaymentProblems(shop: Shop) {
	requireCapability(shop, "payments:read");
	const { db } = shop;
	const newest = (condition: SQL | undefined) =>
		db
			.select(columns)
			.from(payments)
			.where(condition)
			.orderBy(desc(payments.updatedAt))
			.limit(tablePageSize);
	const hasProblem = isNotNull(payments.problem);
	const [open, held, refunded] = await retryBatch(db, [
		newest(and(hasProblem, isNull(payments.refundId))),
		newest(and(isNotNull(payments.hold), hasStatus("paid"))),
		newest(and(hasProblem, eq(payments.status, "refunded"))),
	]);
	return { open, held, refunded };
}

type PaymentProblems = Awaited<ReturnType<typeof getPaymentProblems>>;
export type PaymentProblem = PaymentProblems["open"][number];
