import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { PaymentState } from "./record-payment.ts";
import { refundsFailed, refundsPending } from "./stripe-statuses.ts";

/**
 * Returns the statement that requests a refund for each order of a payment that it did not pay, because the order was canceled or paid in
 * the meantime. The sweep sends the requests. If the payment paid no order, `refundUnmatched` refunds all of it.
 * @param isPaidNow matches the orders that this transaction has paid
 */
export function insertUnusedShareRequests(
	{ db }: Shop,
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
	const paidNow = db.select({ id: orders.id }).from(orders).where(isPaidNow);
	const earlierRequests = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(and(eq(refundRequests.paymentId, paymentId), eq(refundRequests.orderId, orders.id)));
	return insertFrom(
		db,
		refundRequests,
		row,
		sql`${paymentOrders} join ${orders} on ${orders.id} = ${paymentOrders.orderId}`,
		and(
			eq(paymentOrders.paymentId, paymentId),
			or(isNull(orders.transactionId), ne(orders.transactionId, paymentId)),
			exists(paidNow),
			notExists(earlierRequests),
		),
	);
}

/**
 * How much of the shares that the shop tried to refund was not refunded, in cents. A refund in Stripe's Dashboard counts toward these
 * first.
 */
export const selectUnrefundedShareCents = (db: Database, paymentId: string) =>
	db
		.select({
			cents: sql`coalesce(sum(${refundRequests.amountCents} - coalesce(${refunds.amountCents}, 0)), 0)`,
		})
		.from(refundRequests)
		.leftJoin(
			refunds,
			and(eq(refunds.requestId, refundRequests.id), notInArray(refunds.status, refundsFailed)),
		)
		.where(
			and(
				eq(refundRequests.paymentId, paymentId),
				eq(refundRequests.reason, "unused"),
				ne(refundRequests.status, "waiting"),
			),
		);

const isPending = ({ status }: { status: string }) => refundsPending.includes(status);

/** Refunds that no request in the shop asked for and that have not failed. Oldest first. */
export function findUnrequestedRefunds({ requests, refunds }: PaymentState) {
	const requestIds = new Set(requests.map(({ id }) => id));
	return refunds
		.filter(
			({ status, requestId }) =>
				!refundsFailed.includes(status) && !requestIds.has(requestId ?? ""),
		)
		.toReversed();
}

/**
 * The shares of orders that the payment did not pay, with the refunds of each. `sent`: made by the shop. `unrequested`: made in Stripe's
 * Dashboard, or automatically as part of a full refund; these count first toward the shares that the shop could not refund, then toward
 * waiting ones, sorted by id.
 */
export function findUnusedShares(state: PaymentState) {
	const { payment, orders, requests, refunds } = state;
	const activeRefunds = refunds.filter(({ status }) => !refundsFailed.includes(status));
	const unassigned = findUnrequestedRefunds(state).map((refund) => ({ ...refund }));
	return orders
		.filter(({ transactionId }) => transactionId !== payment.id)
		.map((order) => {
			const request = requests.find(
				({ orderId, reason }) => orderId === order.id && reason === "unused",
			);
			const isTried = request !== undefined && request.status !== "waiting";
			return { ...order, request, sortKey: `${isTried ? 0 : 1}${request?.id ?? order.id}` };
		})
		.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
		.map((share) => {
			const sent = activeRefunds.find(({ requestId }) => requestId === share.request?.id);
			let openCents = share.shareCents - (sent?.amountCents ?? 0);
			const unrequested = unassigned.flatMap((refund) => {
				const amountCents = Math.min(openCents, refund.amountCents);
				refund.amountCents -= amountCents;
				openCents -= amountCents;
				return amountCents > 0 ? [{ ...refund, amountCents }] : [];
			});
			return { ...share, sent, unrequested, openCents };
		});
}

/** Whether a refund for an order that the payment did not pay is pending at Stripe. */
export const hasPendingShareRefund = (state: PaymentState): boolean =>
	findUnusedShares(state).some(
		({ sent, unrequested }) => (sent && isPending(sent)) || unrequested.some(isPending),
	);
