import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { paymentProblemsMax } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { piecesLeft, shippedPieces } from "../orders/pieces-left.ts";
import type { Order } from "../orders/read.ts";
import {
	isRefundMissing,
	isRefundPending,
	refundedCents,
	remainingCents,
	restockablePieces,
	shareCents,
} from "./order-amounts.ts";
import { readOrderRefunds } from "./order-refunds.ts";
import { hasCharge, hasStatus, isPaymentInProgress, selectDisputes } from "./payment-rows.ts";
import { refundableDisputeStatuses } from "./stripe-statuses.ts";

/**
 * Returns the payment of an order, or null if the order is unpaid. Only admins get the disputes.
 * @returns `isRefundPending`: whether the order is canceled, but a refund still waits for Stripe; `isRefundMissing`: whether it is canceled, but its
 * refund was rejected or has failed, or its payment was lost in a dispute; `isDisputed`: whether Stripe rejects refunds because of a dispute
 */
export async function getOrderPayment(shop: ShopContext, order: Order) {
	const { db, account } = shop;
	const { transactionId } = order;
	if (!transactionId) return null;
	const [[payment], disputeRows, [amounts]] = await retryBatch(db, [
		db.select({ hold: payments.hold }).from(payments).where(eq(payments.id, transactionId)),
		selectDisputes(db, transactionId),
		db
			.select({
				piecesLeft: piecesLeft.as("pieces_left"),
				shippedPieces: shippedPieces.as("shipped_pieces"),
				receivedCents: shareCents.as("share_cents"),
				refundedCents: refundedCents.as("refunded_cents"),
				remainingCents: remainingCents.as("remaining_cents"),
				isRefundPending,
				isRefundMissing,
				restockableCount: restockablePieces.as("restockable"),
			})
			.from(orders)
			.where(eq(orders.id, order.id)),
	]);
	if (!payment || !amounts) return null;
	const canSeeDisputes = account !== null && can(account, "payments:read");
	return {
		...payment,
		...amounts,
		refunds: await readOrderRefunds(shop, order),
		isDisputed: disputeRows.some(({ status }) => !refundableDisputeStatuses.includes(status)),
		disputes: canSeeDisputes ? disputeRows : [],
	};
}

const orderMatches = async ({ db }: ShopContext, orderId: string, condition: SQL) =>
	(await db.$count(orders, and(eq(orders.id, orderId), condition))) > 0;

/** Returns whether a bank is processing a payment of this order. Does not check permissions. */
export const isOrderPaymentInProgress = (shop: ShopContext, orderId: string): Promise<boolean> =>
	orderMatches(shop, orderId, isPaymentInProgress(shop));

/** Returns whether a card was charged for this order, even if the payment did not pay for it. Does not check permissions. */
export const isOrderCharged = (shop: ShopContext, orderId: string): Promise<boolean> =>
	orderMatches(shop, orderId, hasCharge(shop));

/** How many orders a payment is for besides `orderId`. */
export const otherOrderCount = sql<number>`max(0, (select count(*) from ${paymentOrders} where ${eq(paymentOrders.paymentId, payments.id)}) - 1)`;

const problemColumns = {
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
 * @returns `open`: payments with a problem and no refund; `held`: payments on hold that have paid for orders; `refunded`: payments that matched
 * no unpaid order
 */
export async function getPaymentProblems(shop: ShopContext) {
	requireCapability(shop, "payments:read");
	const { db } = shop;
	const selectNewest = (condition: SQL | undefined) =>
		db
			.select(problemColumns)
			.from(payments)
			.where(condition)
			.orderBy(desc(payments.updatedAt))
			.limit(paymentProblemsMax);
	const hasProblem = isNotNull(payments.problem);
	const [open, held, refunded] = await retryBatch(db, [
		selectNewest(and(hasProblem, isNull(payments.refundId))),
		selectNewest(and(isNotNull(payments.hold), hasStatus("paid"))),
		selectNewest(and(hasProblem, eq(payments.status, "refunded"))),
	]);
	return { open, held, refunded };
}

type PaymentProblems = Awaited<ReturnType<typeof getPaymentProblems>>;
export type PaymentProblem = PaymentProblems["open"][number];
