import { and, eq, exists, isNull, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, paymentOrders, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { refundsFailed } from "./refund-statuses.ts";

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
