import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orderEmails, orders, refundEmails, refundRequests, refunds } from "#worker/db/schema.ts";
import { acceptedRefundStatuses } from "../payments/stripe-statuses.ts";

/** No email is sent about an older refund, because a restored backup may not know that one was already sent. */
export const maxRefundAgeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Queues an email about an order. The statement must run after the change, in the same transaction.
 * @param isChanged - matches the order if it was changed
 */
export function queueOrderEmail(db: Database, kind: OrderEmailKind, isChanged: SQL | undefined) {
	const row = { orderId: orders.id, kind, nextTryAt: new Date() };
	return insertSelect(db, orderEmails, row, orders, isChanged).onConflictDoNothing();
}

/** Like `queueOrderEmail`, but queues the email again after each change. */
export const queueOrderEmailAgain = (
	db: Database,
	kind: OrderEmailKind,
	isChanged: SQL | undefined,
) => {
	const queuedColumns = { nextTryAt: new Date(), tries: 0, sentAt: null, failure: null };
	return insertSelect(
		db,
		orderEmails,
		{ orderId: orders.id, kind, ...queuedColumns },
		orders,
		isChanged,
	).onConflictDoUpdate({ target: [orderEmails.orderId, orderEmails.kind], set: queuedColumns });
};

/**
 * The statement must run after the refunds are stored, in the same transaction.
 * @param orderId - the order of refunds that nobody requested in the shop
 * @param billingEmail - used if the database does not have the order
 */
export function queueRefundEmails(
	db: Database,
	paymentId: string,
	orderId: string,
	billingEmail: string | null,
) {
	const requestedOrder = db
		.select({ orderId: refundRequests.orderId })
		.from(refundRequests)
		.where(eq(refundRequests.id, refunds.requestId));
	const emailOfOrder = db
		.select({ email: sql`nullif(${orders.email}, '')` })
		.from(orders)
		.where(eq(orders.id, sql`coalesce((${requestedOrder}), ${orderId})`));
	const email = sql<string | null>`coalesce((${emailOfOrder}), ${billingEmail})`;
	const shouldReport = and(
		eq(refunds.paymentId, paymentId),
		eq(refunds.createdByShop, true),
		inArray(refunds.status, acceptedRefundStatuses),
		gt(refunds.createdAt, new Date(Date.now() - maxRefundAgeMs)),
		sql`${email} is not null`,
	);
	const row = { refundId: refunds.id, email, nextTryAt: new Date() };
	return insertSelect(db, refundEmails, row, refunds, shouldReport).onConflictDoNothing();
}
