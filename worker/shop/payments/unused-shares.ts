import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import type { PaymentState } from "./record-payment.ts";
import { failedRefundStatuses, pendingRefundStatuses } from "./stripe-statuses.ts";

/*
 * A share is the part of a payment that is for one order (`payment_orders`). It is unused if the payment did not pay for it, because the
 * order was canceled or another payment paid for it. The shop refunds unused shares.
 */

/**
 * Returns the statement that requests a refund of each unused share of a payment. The sweep sends the requests. If the payment paid
 * for no order, the statement does nothing, because `refundUnmatched` refunds the whole payment.
 * @param isPaidNow - matches the orders that this transaction has marked as paid
 */
export function insertUnusedShareRequests(
	{ db }: ShopContext,
	paymentId: string,
	isPaidNow: SQL | undefined,
	now: Date,
) {
	const row = {
		id: sql`${createId()} || '-' || ${orders.id}`,
		orderId: orders.id,
		paymentId,
		amountCents: paymentOrders.amountCents,
		pieces: 0,
		restocked: 0,
		reason: "unused" as const,
		stripeKey: sql`${createId()} || '-' || ${orders.id}`,
		createdAt: now,
		nextTryAt: now,
	};
	const ordersPaidNow = db.select({ id: orders.id }).from(orders).where(isPaidNow);
	const earlierRequests = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(and(eq(refundRequests.paymentId, paymentId), eq(refundRequests.orderId, orders.id)));
	return insertSelect(
		db,
		refundRequests,
		row,
		sql`${paymentOrders} join ${orders} on ${orders.id} = ${paymentOrders.orderId}`,
		and(
			eq(paymentOrders.paymentId, paymentId),
			or(isNull(orders.transactionId), ne(orders.transactionId, paymentId)),
			exists(ordersPaidNow),
			notExists(earlierRequests),
		),
	);
}

/** Selects how many cents of the payment's unused shares the shop tried to refund but could not. */
export const selectUnrefundedShareCents = (db: Database, paymentId: string) =>
	db
		.select({
			cents: sql`coalesce(sum(${refundRequests.amountCents} - coalesce(${refunds.amountCents}, 0)), 0)`,
		})
		.from(refundRequests)
		.leftJoin(
			refunds,
			and(
				eq(refunds.requestId, refundRequests.id),
				notInArray(refunds.status, failedRefundStatuses),
			),
		)
		.where(
			and(
				eq(refundRequests.paymentId, paymentId),
				eq(refundRequests.reason, "unused"),
				ne(refundRequests.status, "waiting"),
			),
		);

const isPending = ({ status }: { status: string }) => pendingRefundStatuses.includes(status);

/** Finds the refunds that nobody requested in the shop, except failed ones. Oldest first. */
export function findUnrequestedRefunds({ requests, refunds }: PaymentState) {
	const requestIds = new Set(requests.map(({ id }) => id));
	return refunds
		.filter(
			({ status, requestId }) =>
				!failedRefundStatuses.includes(status) && !requestIds.has(requestId ?? ""),
		)
		.toReversed();
}

type Refund = PaymentState["refunds"][number];

export type UnusedShare = PaymentState["orders"][number] & {
	request: PaymentState["requests"][number] | undefined;
	/** The refund that the shop requested, unless it failed. */
	sentRefund: Refund | undefined;
	/** Refunds made in Stripe's Dashboard, or automatically as part of a full refund. `amountCents` is the part that counts toward this share. */
	unrequestedRefunds: Refund[];
	unrefundedCents: number;
};

/** Finds the unused shares of a payment, with the refunds of each. */
export function findUnusedShares(state: PaymentState): UnusedShare[] {
	const { payment, orders, requests, refunds } = state;
	const activeRefunds = refunds.filter(({ status }) => !failedRefundStatuses.includes(status));
	const unassignedRefunds = findUnrequestedRefunds(state).map((refund) => ({ ...refund }));
	return (
		orders
			.filter(({ transactionId }) => transactionId !== payment.id)
			.map((order) => {
				const request = requests.find(
					({ orderId, reason }) => orderId === order.id && reason === "unused",
				);
				const wasSent = request !== undefined && request.status !== "waiting";
				return { order, request, wasSent };
			})
			// Unrequested refunds count first toward shares that the shop has already tried to refund.
			.sort(
				(a, b) =>
					Number(b.wasSent) - Number(a.wasSent) ||
					((a.request ?? a.order).id < (b.request ?? b.order).id ? -1 : 1),
			)
			.map(({ order, request }) => {
				const sentRefund = activeRefunds.find(({ requestId }) => requestId === request?.id);
				let unrefundedCents = order.shareCents - (sentRefund?.amountCents ?? 0);
				const unrequestedRefunds = unassignedRefunds.flatMap((refund) => {
					const amountCents = Math.min(unrefundedCents, refund.amountCents);
					refund.amountCents -= amountCents;
					unrefundedCents -= amountCents;
					return amountCents > 0 ? [{ ...refund, amountCents }] : [];
				});
				return { ...order, request, sentRefund, unrequestedRefunds, unrefundedCents };
			})
	);
}

/** Whether a refund of an unused share is pending at Stripe. */
export const hasPendingShareRefund = (state: PaymentState): boolean =>
	findUnusedShares(state).some(
		({ sentRefund, unrequestedRefunds }) =>
			(sentRefund && isPending(sentRefund)) || unrequestedRefunds.some(isPending),
	);
