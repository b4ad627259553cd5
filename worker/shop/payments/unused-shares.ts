import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import type { PaymentState } from "./record-payment.ts";
import { failedRefundStatuses, pendingRefundStatuses } from "./stripe-statuses.ts";

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
	const paidOrders = db.select({ id: orders.id }).from(orders).where(isPaidNow);
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
			exists(paidOrders),
			notExists(earlierRequests),
		),
	);
}

/** Selects the total that the shop tried to refund for unused shares but could not, in cents. */
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
	const ownRequestIds = new Set(requests.map(({ id }) => id));
	return refunds
		.filter(
			({ status, requestId }) =>
				!failedRefundStatuses.includes(status) && !ownRequestIds.has(requestId ?? ""),
		)
		.toReversed();
}

/**
 * Finds the shares of the orders that the payment did not pay for, with the refunds of each. `sentRefund`: the refund that the shop requested.
 * `unrequestedRefunds`: refunds made in Stripe's Dashboard, or automatically as part of a full refund. These count first toward shares that
 * the shop could not refund, then toward shares whose request is waiting. `openCents`: the amount that is not refunded yet.
 */
export function findUnusedShares(state: PaymentState) {
	const { payment, orders, requests, refunds } = state;
	const activeRefunds = refunds.filter(({ status }) => !failedRefundStatuses.includes(status));
	const unassignedRefunds = findUnrequestedRefunds(state).map((refund) => ({ ...refund }));
	return orders
		.filter(({ transactionId }) => transactionId !== payment.id)
		.map((order) => {
			const request = requests.find(
				({ orderId, reason }) => orderId === order.id && reason === "unused",
			);
			const wasSent = request !== undefined && request.status !== "waiting";
			return { ...order, request, sortKey: `${wasSent ? 0 : 1}${request?.id ?? order.id}` };
		})
		.sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
		.map((share) => {
			const sentRefund = activeRefunds.find(({ requestId }) => requestId === share.request?.id);
			let openCents = share.shareCents - (sentRefund?.amountCents ?? 0);
			const unrequestedRefunds = unassignedRefunds.flatMap((refund) => {
				const amountCents = Math.min(openCents, refund.amountCents);
				refund.amountCents -= amountCents;
				openCents -= amountCents;
				return amountCents > 0 ? [{ ...refund, amountCents }] : [];
			});
			return { ...share, sentRefund, unrequestedRefunds, openCents };
		});
}

/** Whether a refund for an order that the payment did not pay for is pending at Stripe. */
export const hasPendingShareRefund = (state: PaymentState): boolean =>
	findUnusedShares(state).some(
		({ sentRefund, unrequestedRefunds }) =>
			(sentRefund && isPending(sentRefund)) || unrequestedRefunds.some(isPending),
	);
