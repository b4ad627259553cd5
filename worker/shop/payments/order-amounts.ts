import {
	and,
	eq,
	gt,
	inArray,
	isNotNull,
	isNull,
	lt,
	ne,
	notInArray,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import {
	orders,
	paymentOrders,
	payments,
	refundRequests,
	refundShares,
	refunds,
	stockMovements,
} from "#worker/db/schema.ts";
import { sumOfRefundRequests } from "../orders/pieces-left.ts";
import { failedRefundStatuses, pendingRefundStatuses } from "./stripe-statuses.ts";

// SQL expressions over a row of `orders` and the payment that paid for it. Conditions are built with Drizzle's functions; pieces-left.ts says
// why.

const isOfPayment = eq(refunds.paymentId, orders.transactionId);
const isRequestOfRefund = eq(refundRequests.id, refunds.requestId);

const sumRefunds = (join: SQL, condition: SQL | undefined) =>
	sql<number>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} ${join} where ${and(isOfPayment, condition)})`;

/** The total of the refunds that admins requested for this order, in cents. */
const sumRequestedRefunds = (condition: SQL) =>
	sumRefunds(
		sql`join ${refundRequests} on ${isRequestOfRefund}`,
		and(eq(refundRequests.orderId, orders.id), condition),
	);

/** This order's share of its payment, in cents; 0 if it is unpaid. */
export const shareCents = sql<number>`coalesce((select ${paymentOrders.amountCents} from ${paymentOrders}
	where ${and(eq(paymentOrders.paymentId, orders.transactionId), eq(paymentOrders.orderId, orders.id))}), 0)`;

/** The refunded amount of this order, in cents. */
export const refundedCents = sql<number>`(select coalesce(sum(${refundShares.amountCents}), 0) from ${refundShares}
	where ${and(eq(refundShares.orderId, orders.id), eq(refundShares.status, "succeeded"))})`;

const isActive = notInArray(refunds.status, failedRefundStatuses);

const sumUnrequestedRefunds = (condition: SQL) =>
	sumRefunds(
		sql`left join ${refundRequests} on ${isRequestOfRefund}`,
		and(condition, isNull(refundRequests.id)),
	);

/** The total of the payment's refunds that nobody requested in the shop, in cents. They were made in Stripe's Dashboard or automatically. */
export const unrequestedRefundCents = sumUnrequestedRefunds(isActive);
export const succeededUnrequestedCents = sumUnrequestedRefunds(eq(refunds.status, "succeeded"));

const isWaiting = and(
	eq(refundRequests.status, "waiting"),
	eq(refundRequests.paymentId, orders.transactionId),
);
const receivedCents = sql`coalesce((select ${payments.receivedCents} from ${payments} where ${eq(payments.id, orders.transactionId)} and ${payments.hold} is not 'dispute_lost'), 0)`;
const waitingCentsOfPayment = sql`(select coalesce(sum(${refundRequests.amountCents}), 0) from ${refundRequests} where ${isWaiting})`;
const waitingCentsOfOrder = sumOfRefundRequests(sql`${refundRequests.amountCents}`, isWaiting);

/**
 * How much of this order can still be refunded, in cents: the rest of its share, but no more than the rest of the payment. If the
 * payment was lost in a dispute, nothing: Stripe rejects its refunds.
 */
export const remainingCents = sql<number>`min(
	${shareCents} - ${sumRequestedRefunds(isActive)} - ${waitingCentsOfOrder},
	${receivedCents} - ${sumRefunds(sql``, isActive)} - ${waitingCentsOfPayment})`;

const paymentMatches = (condition: SQL | undefined): SQL =>
	sql`exists (select 1 from ${payments} where ${and(eq(payments.id, orders.transactionId), condition)})`;

/** Whether the order's payment is on hold, such as for a refund or a dispute: the order must not ship now. */
export const isOnHold = paymentMatches(isNotNull(payments.hold));

/** Whether the order's payment was lost in a dispute: the bank has returned it, and the order will not ship. */
export const isLost = paymentMatches(eq(payments.hold, "dispute_lost"));

const isPending = (status: typeof refunds.status | typeof refundShares.status) =>
	inArray(status, pendingRefundStatuses);
const hasPendingRefund = sql`exists (select 1 from ${refunds} where ${and(isOfPayment, isPending(refunds.status))})`;
const hasPendingShare = sql`exists (select 1 from ${refundShares}
	where ${and(eq(refundShares.orderId, orders.id), isPending(refundShares.status), gt(refundShares.amountCents, 0))})`;

/**
 * Whether the order is canceled, but a refund of it still waits for Stripe or for the bank. Reads the shares only if a refund of the payment is
 * pending, because they are slow for 200 orders.
 */
export const isRefundPending =
	sql<boolean>`case when ${ne(orders.state, "refunded")} then 0 when ${gt(waitingCentsOfOrder, 0)} then 1 when ${hasPendingRefund} then ${hasPendingShare} else 0 end`
		.mapWith(Boolean)
		.as("is_refund_pending");

/** Whether the order is canceled, but its refund was rejected or has failed, or its payment was lost in a dispute. */
export const isRefundMissing = sql<boolean>`${and(
	eq(orders.state, "refunded"),
	or(gt(remainingCents, 0), and(isLost, lt(refundedCents, shareCents))),
)}`
	.mapWith(Boolean)
	.as("is_refund_missing");

const restockedPieces = sql`(select coalesce(sum(${stockMovements.change}), 0) from ${stockMovements}
	where ${and(eq(stockMovements.productId, orders.productId), eq(stockMovements.orderId, orders.id), eq(stockMovements.reason, "refund"))})`;

/** How many pieces of this order can still be put back into stock after a refund. */
export const restockablePieces = sql<number>`${orders.quantity} - max(${sumOfRefundRequests(sql`${refundRequests.restocked}`)}, ${restockedPieces})`;
