import { and, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import {
	orders,
	paymentOrders,
	payments,
	refundRequests,
	refundShares,
	refunds,
	stockMovements,
} from "#worker/db/schema.ts";
import { sumOfRequests } from "../orders/pieces-left.ts";
import { refundsFailed } from "./stripe-statuses.ts";

// Expressions over a row of `orders`, about the payment that paid it. They are built by Drizzle's functions: see pieces-left.ts.

const isOfPayment = eq(refunds.paymentId, orders.transactionId);
const isRequestOfRefund = eq(refundRequests.id, refunds.requestId);

const sumRefunds = (join: SQL, condition: SQL | undefined) =>
	sql<number>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} ${join} where ${and(isOfPayment, condition)})`;

/** Refunds that an admin asked for, of this order. */
const askedRefunds = (condition: SQL) =>
	sumRefunds(
		sql`join ${refundRequests} on ${isRequestOfRefund}`,
		and(eq(refundRequests.orderId, orders.id), condition),
	);

/** What the payment was for this order, in cents. 0 if it is unpaid. */
export const shareCents = sql<number>`coalesce((select ${paymentOrders.amountCents} from ${paymentOrders}
	where ${and(eq(paymentOrders.paymentId, orders.transactionId), eq(paymentOrders.orderId, orders.id))}), 0)`;

/** What has been refunded of this order, in cents. */
export const refundedCents = sql<number>`(select coalesce(sum(${refundShares.amountCents}), 0) from ${refundShares}
	where ${and(eq(refundShares.orderId, orders.id), eq(refundShares.status, "succeeded"))})`;

const isLive = notInArray(refunds.status, refundsFailed);

/** What has been refunded of the payment in Stripe's Dashboard, or automatically, in cents. */
export const outsideCents = sumRefunds(
	sql`left join ${refundRequests} on ${isRequestOfRefund}`,
	and(isLive, isNull(refundRequests.id)),
);

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

const restocked = sql`(select coalesce(sum(${stockMovements.change}), 0) from ${stockMovements}
	where ${and(eq(stockMovements.productId, orders.productId), eq(stockMovements.orderId, orders.id), eq(stockMovements.reason, "refund"))})`;

/** How many pieces of this order can still be put back into stock after a refund. */
export const restockablePieces = sql<number>`${orders.quantity} - max(${sumOfRequests(sql`${refundRequests.restocked}`)}, ${restocked})`;
