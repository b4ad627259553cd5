import { and, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { orders, paymentOrders, payments, refundRequests, refunds } from "#worker/db/schema.ts";
import { sumOfRequests } from "../orders/pieces-left.ts";
import { refundsFailed } from "./refund-statuses.ts";

// Expressions over a row of `orders`, about the payment that paid it. They are built by Drizzle's functions: see pieces-left.ts.

const isOfPayment = eq(refunds.paymentId, orders.transactionId);
const isAsked = eq(refundRequests.id, refunds.requestId);

const sumRefunds = (join: SQL, condition: SQL | undefined) =>
	sql<number>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} ${join} where ${and(isOfPayment, condition)})`;

/** Refunds that an admin asked for, of this order. */
const askedRefunds = (condition: SQL) =>
	sumRefunds(
		sql`join ${refundRequests} on ${isAsked}`,
		and(eq(refundRequests.orderId, orders.id), condition),
	);

/** Refunds that nobody asked the shop for: of all orders of the payment together. */
const otherRefunds = (condition: SQL) =>
	sumRefunds(
		sql`left join ${refundRequests} on ${isAsked}`,
		and(isNull(refundRequests.id), condition),
	);

const total = sql.raw("tool_price_cents * quantity");
const totalsOf = (condition: SQL) =>
	sql`(select coalesce(sum(${total}), 0) from ${orders} as paid where ${condition})`;
const samePayment = sql`paid.transaction_id = ${orders.transactionId}`;
/** The totals of the payment's orders before this one, and of all. The view `refund_shares` divides in the same way. */
const before = totalsOf(sql`${samePayment} and paid.id < ${orders.id}`);
const all = totalsOf(samePayment);
const own = sql`${orders.toolPriceCents} * ${orders.quantity}`;

/** This order's part of an amount that is of all orders of the payment, by their totals. */
const partOf = (cents: SQL) =>
	sql<number>`coalesce(${cents} * (${before} + ${own}) / ${all} - ${cents} * ${before} / ${all}, 0)`;

/** What the payment was for this order, in cents. 0 if it is unpaid. */
export const shareCents = sql<number>`coalesce((select ${paymentOrders.amountCents} from ${paymentOrders}
	where ${and(eq(paymentOrders.paymentId, orders.transactionId), eq(paymentOrders.orderId, orders.id))}), 0)`;

const succeeded = eq(refunds.status, "succeeded");

/** What has been refunded of this order, in cents. */
export const refundedCents = sql<number>`${askedRefunds(succeeded)} + ${partOf(otherRefunds(succeeded))}`;

const isLive = notInArray(refunds.status, refundsFailed);
const isWaiting = and(
	eq(refundRequests.status, "waiting"),
	eq(refundRequests.paymentId, orders.transactionId),
);
const received = sql`coalesce((select ${payments.receivedCents} from ${payments} where ${eq(payments.id, orders.transactionId)}), 0)`;
const waitingOfPayment = sql`(select coalesce(sum(${refundRequests.amountCents}), 0) from ${refundRequests} where ${isWaiting})`;
const waitingOfOrder = sumOfRequests(sql`${refundRequests.amountCents}`, isWaiting);

/** What can still be refunded of this order, in cents: of its share, and of what was received. */
export const remainingCents = sql<number>`min(
	${shareCents} - ${askedRefunds(isLive)} - ${waitingOfOrder},
	${received} - ${sumRefunds(sql``, isLive)} - ${waitingOfPayment})`;
