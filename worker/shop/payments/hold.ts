import {
	and,
	eq,
	exists,
	gt,
	gte,
	inArray,
	isNull,
	ne,
	notExists,
	notInArray,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { Database } from "#worker/db/client.ts";
import { disputes, orders, payments, refundRequests, refunds } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { maxRefundAgeMs } from "../emails/queue-emails.ts";
import { updateOrderState } from "../orders/transition.ts";
import { succeededUnrequestedCents } from "./order-amounts.ts";
import type { StripePayment } from "./record-payment.ts";
import {
	lostDisputeStatuses,
	pendingRefundStatuses,
	wonDisputeStatuses,
} from "./stripe-statuses.ts";
import { selectUnrefundedShareCents } from "./unused-shares.ts";

/** Returns the statement that updates a payment's amounts and its hold. */
export function updateAmountsAndHold(
	{ db }: ShopContext,
	{ intent, disputes: retrievedDisputes }: StripePayment,
) {
	const isOfPayment = eq(refunds.paymentId, intent.id);
	const sumRefunds = (condition: SQL | undefined) =>
		sql`(${db
			.select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
			.from(refunds)
			.where(and(isOfPayment, condition))})`;
	const hasSucceeded = eq(refunds.status, "succeeded");
	const isPending = inArray(refunds.status, pendingRefundStatuses);
	const refundedCents = sumRefunds(hasSucceeded);
	// A refund that an admin requested in the shop does not block shipping the rest of the order. Other refunds do, unless they only cover
	// unused shares that the shop could not refund itself.
	const isUnrequested = isNull(refunds.requestId);
	const toleratedCents = sql`(${selectUnrefundedShareCents(db, intent.id)})`;
	const countDisputes = (condition: SQL) =>
		db.$count(disputes, and(eq(disputes.paymentId, intent.id), condition));
	// A settlement that did not read the disputes keeps the hold that a concurrent one set when it could not read them (`holdForDispute`).
	const isHeldForDispute = retrievedDisputes === null ? eq(payments.hold, "disputed") : sql`false`;
	return db
		.update(payments)
		.set({
			receivedCents: intent.receivedCents,
			methodType: intent.methodType,
			refundedCents,
			hold: sql`case
				when ${countDisputes(inArray(disputes.status, lostDisputeStatuses))} > 0 then 'dispute_lost'
				when ${countDisputes(notInArray(disputes.status, [...wonDisputeStatuses, ...lostDisputeStatuses]))} > 0 then 'disputed'
				when ${isHeldForDispute} then 'disputed'
				when ${refundedCents} >= ${intent.receivedCents} then 'refunded'
				when ${sumRefunds(or(hasSucceeded, isPending))} >= ${intent.receivedCents} then 'refund_pending'
				when ${sumRefunds(and(isPending, isUnrequested))} > 0
					and ${sumRefunds(and(or(hasSucceeded, isPending), isUnrequested))} > ${toleratedCents} then 'refund_pending'
				when ${sumRefunds(and(hasSucceeded, isUnrequested))} > ${toleratedCents} then 'partly_refunded'
			end`,
		})
		.where(eq(payments.id, intent.id));
}

/** The hold may be another one: an inquiry that the bank opened before the refund stays open for months. */
const selectFullyRefunded = (db: Database, paymentId: string) =>
	db
		.select({ id: payments.id })
		.from(payments)
		.where(
			and(
				eq(payments.id, paymentId),
				gt(payments.refundedCents, 0),
				gte(payments.refundedCents, payments.receivedCents),
			),
		);

/**
 * Returns the statement that cancels the orders of a payment that was fully refunded in Stripe, unless they have shipped. A full refund in
 * the shop cancels its order when it is requested.
 */
export const cancelRefundedOrders = (db: Database, paymentId: string, at: Date) =>
	updateOrderState(db, "refund", eq(orders.transactionId, paymentId), {
		at,
		where: exists(selectFullyRefunded(db, paymentId)),
	});

/**
 * Matches an order if Stripe rejected its refund by the shop, and at least as much was refunded in Stripe's Dashboard since. Such a refund
 * names no order, so it must cover the unused shares, and then all orders of the payment whose refunds were rejected since.
 */
const isRejectedAndRefundedInStripe = (unusedCents: SQL) => sql`exists (
	select 1 from ${refundRequests} as own
	where own.order_id = ${orders.id} and own.payment_id = ${orders.transactionId} and own.status = 'rejected'
	and max(0, ${succeededUnrequestedCents} - ${unusedCents}) - max(0, own.known_cents - ${unusedCents}) >= (
		select sum((
			select max(amount_cents) from ${refundRequests} as other
			where other.order_id = paid.id and other.payment_id = own.payment_id
			and other.status = 'rejected' and other.known_cents >= own.known_cents
		))
		from ${orders} as paid where paid.transaction_id = own.payment_id))`;

/**
 * Matches the canceled orders of a payment that were refunded in Stripe, unless the shop emails about its own refund of the order. Either the
 * entire payment was refunded, or Stripe rejected the refunds that the shop has requested since it canceled them. The refund must be recent, because
 * the shop may already have emailed about an old one, before a backup was restored.
 */
export function isRefundedOnlyInStripe(db: Database, paymentId: string, at: Date) {
	const shopRefunds = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(
			and(
				eq(refundRequests.orderId, orders.id),
				eq(refundRequests.paymentId, paymentId),
				gte(refundRequests.createdAt, orders.refundedAt),
				ne(refundRequests.status, "rejected"),
			),
		);
	const recentRefunds = db
		.select({ id: refunds.id })
		.from(refunds)
		.where(
			and(
				eq(refunds.paymentId, paymentId),
				gt(refunds.createdAt, new Date(at.getTime() - maxRefundAgeMs)),
			),
		);
	return and(
		eq(orders.transactionId, paymentId),
		eq(orders.state, "refunded"),
		or(
			exists(selectFullyRefunded(db, paymentId)),
			isRejectedAndRefundedInStripe(sql`(${selectUnrefundedShareCents(db, paymentId)})`),
		),
		notExists(shopRefunds),
		exists(recentRefunds),
	);
}
