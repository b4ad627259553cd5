import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { refundsFailed, refundsPending } from "./refund-statuses.ts";

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
export const unmadeShares = (db: Database, paymentId: string) =>
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

type State = {
	requests: Pick<typeof refundRequests.$inferSelect, "id" | "amountCents" | "status" | "reason">[];
	refunds: Pick<typeof refunds.$inferSelect, "amountCents" | "status" | "requestId">[];
};

const sumCents = (rows: { amountCents: number }[]) =>
	rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The refunds that have not failed: `ofShares` by the shop, and `outside` those that the shop was not asked for. */
function splitRefunds({ requests, refunds }: State) {
	const live = refunds.filter(({ status }) => !refundsFailed.includes(status));
	const reasons = new Map(requests.map(({ id, reason }) => [id, reason]));
	const reasonOf = ({ requestId }: (typeof live)[number]) => reasons.get(requestId ?? "");
	return {
		shares: requests.filter(({ reason }) => reason === "unused"),
		ofShares: live.filter((refund) => reasonOf(refund) === "unused"),
		outside: live.filter((refund) => reasonOf(refund) === undefined),
	};
}

/**
 * What was refunded outside the shop of the share that a waiting request is for, in cents. A refund outside is first of the shares
 * that the shop could not refund, then of those that wait, in the order of their ids.
 */
export function refundedOutsideCents(state: State, requestId: string): number {
	const { shares, ofShares, outside } = splitRefunds(state);
	const waiting = shares.filter(({ status }) => status === "waiting");
	const tried = shares.filter(({ status }) => status !== "waiting");
	const excess = sumCents(outside) + sumCents(ofShares) - sumCents(tried);
	const earlier = sumCents(waiting.filter(({ id }) => id < requestId));
	const own = sumCents(waiting.filter(({ id }) => id === requestId));
	return Math.min(Math.max(0, excess - earlier), own);
}

/** Whether Stripe has not completed a refund of the share of an order that the payment did not pay. */
export function isShareRefundPending(state: State): boolean {
	const { shares, ofShares, outside } = splitRefunds(state);
	const isPending = ({ status }: { status: string }) => refundsPending.includes(status);
	const isOutside = sumCents(shares) > sumCents(ofShares) && outside.some(isPending);
	return isOutside || ofShares.some(isPending);
}
