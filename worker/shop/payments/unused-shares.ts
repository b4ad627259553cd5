import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { PaymentState } from "./record-payment.ts";
import { refundsFailed, refundsPending } from "./stripe-statuses.ts";

/**
 * The statement that asks for the refund of the shares of a payment whose orders it did not pay, because they were canceled or paid in the
 * meantime. The sweep sends them. If it paid none, `refundUnmatched` refunds all of it.
 * @param isPaidNow selects the orders that the transaction has paid
 */
export function refundUnusedShares(
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
	const asked = db
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
			notExists(asked),
		),
	);
}

/** What the shop did not refund of the shares that it tried to refund, in cents. A refund in Stripe's Dashboard is first of these. */
export const unrefundedShareCents = (db: Database, paymentId: string) =>
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

/** Refunds that the shop was not asked for, as far as they have not failed. Oldest first. */
export function outsideRefunds({ requests, refunds }: PaymentState) {
	const askedIds = new Set(requests.map(({ id }) => id));
	return refunds
		.filter(
			({ status, requestId }) => !refundsFailed.includes(status) && !askedIds.has(requestId ?? ""),
		)
		.toReversed();
}

/**
 * The shares of orders that the payment did not pay, with what was refunded of each: `sent` by the shop, `outside` in Stripe's Dashboard,
 * or automatically with all of the payment. A refund outside is first of the shares that the shop could not refund, then of those that
 * wait, in the order of their ids.
 */
export function unusedShares(state: PaymentState) {
	const { payment, orders, requests, refunds } = state;
	const live = refunds.filter(({ status }) => !refundsFailed.includes(status));
	const left = outsideRefunds(state).map((refund) => ({ ...refund }));
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
			const sent = live.find(({ requestId }) => requestId === share.request?.id);
			let openCents = share.shareCents - (sent?.amountCents ?? 0);
			const outside = left.flatMap((refund) => {
				const amountCents = Math.min(openCents, refund.amountCents);
				refund.amountCents -= amountCents;
				openCents -= amountCents;
				return amountCents > 0 ? [{ ...refund, amountCents }] : [];
			});
			return { ...share, sent, outside, openCents };
		});
}

/** Whether Stripe has not completed a refund of the share of an order that the payment did not pay. */
export const isShareRefundPending = (state: PaymentState): boolean =>
	unusedShares(state).some(
		({ sent, outside }) => (sent && isPending(sent)) || outside.some(isPending),
	);
