import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orderEmails, orders, refundEmails, refundRequests, refunds } from "#worker/db/schema.ts";
import { acceptedRefundStatuses } from "../payments/stripe-statuses.ts";

/** Older refunds get no email, because a restored backup may have lost the record that one was already sent. */
export const maxRefundAgeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Queues an email about an order. Run the returned statement after the update that causes the email, in the same transaction.
 * @param where - selects the order, but only if the update took effect
 */
export function queueOrderEmail(db: Database, kind: OrderEmailKind, where: SQL | undefined) {
	const row = { orderId: orders.id, kind, nextTryAt: new Date() };
	return insertSelect(db, orderEmails, row, orders, where).onConflictDoNothing();
}

/** Like `queueOrderEmail`, but queues the email again if it was already queued or sent. */
export const queueOrderEmailAgain = (
	db: Database,
	kind: OrderEmailKind,
	where: SQL | undefined,
) => {
	const queuedColumns = { nextTryAt: new Date(), tries: 0, sentAt: null, failure: null };
	return insertSelect(
		db,
		orderEmails,
		{ orderId: orders.id, kind, ...queuedColumns },
		orders,
		where,
	).onConflictDoUpdate({ target: [orderEmails.orderId, orderEmails.kind], set: queuedColumns });
};

/**
 * Queues the emails about a payment's recent refunds by the shop. Run the returned statement after the refunds are stored, in the same transaction.
 * @param orderId - the order of automatic refunds, if they have no refund request
 * @param billingEmail - the recipient if the order is not in the database, or has no email address
 */
export function queueRefundEmails(
	db: Database,
	paymentId: string,
	orderId: string,
	billingEmail: string | null,
) {
	const requestOrderId = db
		.select({ orderId: refundRequests.orderId })
		.from(refundRequests)
		.where(eq(refundRequests.id, refunds.requestId));
	const orderEmail = db
		.select({ email: sql`nullif(${orders.email}, '')` })
		.from(orders)
		.where(eq(orders.id, sql`coalesce((${requestOrderId}), ${orderId})`));
	const email = sql<string | null>`coalesce((${orderEmail}), ${billingEmail})`;
	const where = and(
		eq(refunds.paymentId, paymentId),
		eq(refunds.createdByShop, true),
		inArray(refunds.status, acceptedRefundStatuses),
		gt(refunds.createdAt, new Date(Date.now() - maxRefundAgeMs)),
		sql`${email} is not null`,
	);
	const row = { refundId: refunds.id, email, nextTryAt: new Date() };
	return insertSelect(db, refundEmails, row, refunds, where).onConflictDoNothing();
}
