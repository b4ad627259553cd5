import { and, eq, exists, gt, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/db/client.ts";
import { disputes, orders, payments, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { maxRefundAgeMs } from "../emails/queue-emails.ts";
import { updateOrderState } from "../orders/transition.ts";
import type { StripePayment } from "./record-payment.ts";
import { disputesLost, disputesWon, refundsPending } from "./stripe-statuses.ts";
import { selectUnrefundedShareCents } from "./unused-shares.ts";

export function updateAmountsAndHold(
	{ db }: Shop,
	{ intent, disputes: retrievedDisputes }: StripePayment,
) {
	const isOfPayment = eq(refunds.paymentId, intent.id);
	const sumRefunds = (condition: SQL | undefined) =>
		sql`(${db
			.select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
			.from(refunds)
			.where(and(isOfPayment, condition))})`;
	const succeeded = eq(refunds.status, "succeeded");
	const pending = inArray(refunds.status, refundsPending);
	const refundedCents = sumRefunds(succeeded);
	// After a partial refund that an admin made in the shop, the rest of the order can be shipped. After a refund in Stripe of a share that
	// the shop did not refund itself, the other orders can be shipped.
	const isUnexpected = isNull(refunds.requestId);
	const excused = sql`(${selectUnrefundedShareCents(db, intent.id)})`;
	const countDisputes = (condition: SQL) =>
		db.$count(disputes, and(eq(disputes.paymentId, intent.id), condition));
	// If the disputes were not read, keeps the hold of a concurrent settlement that could not read them (`holdForDispute`).
	const keepsDisputedHold = retrievedDisputes === null ? eq(payments.hold, "disputed") : sql`false`;
	return db
		.update(payments)
		.set({
			receivedCents: intent.receivedCents,
			methodType: intent.methodType,
			refundedCents,
			hold: sql`case
				when ${countDisputes(inArray(disputes.status, disputesLost))} > 0 then 'dispute_lost'
				when ${countDisputes(notInArray(disputes.status, [...disputesWon, ...disputesLost]))} > 0 then 'disputed'
				when ${keepsDisputedHold} then 'disputed'
				when ${refundedCents} >= ${intent.receivedCents} then 'refunded'
				when ${sumRefunds(or(succeeded, pending))} >= ${intent.receivedCents} then 'refund_pending'
				when ${sumRefunds(and(pending, isUnexpected))} > 0
					and ${sumRefunds(and(or(succeeded, pending), isUnexpected))} > ${excused} then 'refund_pending'
				when ${sumRefunds(and(succeeded, isUnexpected))} > ${excused} then 'partly_refunded'
			end`,
		})
		.where(eq(payments.id, intent.id));
}

/**
 * Cancels the orders of a payment that was fully refunded in Stripe, unless they are shipped. A full refund in the shop cancels them
 * itself.
 */
export const cancelRefundedOrders = (db: Database, paymentId: string, at: Date) =>
	updateOrderState(db, "refund", eq(orders.transactionId, paymentId), {
		at,
		where: exists(
			db
				.select({ id: payments.id })
				.from(payments)
				.where(and(eq(payments.id, paymentId), eq(payments.hold, "refunded"))),
		),
	});

/**
 * Matches the orders that `cancelRefundedOrders` has canceled, except if the refund is old, because a restored backup may not know that it was
 * emailed.
 */
export const isCanceledByRefund = (db: Database, paymentId: string, at: Date) =>
	and(
		eq(orders.transactionId, paymentId),
		eq(orders.refundedAt, at),
		exists(
			db
				.select({ id: refunds.id })
				.from(refunds)
				.where(
					and(
						eq(refunds.paymentId, paymentId),
						gt(refunds.createdAt, new Date(at.getTime() - maxRefundAgeMs)),
					),
				),
		),
	);
