import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { orders, refundRequests } from "#worker/db/schema.ts";

// Drizzle omits table names from columns in a selected `sql` template, so the condition is built with `eq`, which keeps them.
export const sumOfRefundRequests = (column: SQL, condition?: SQL) =>
	sql<number>`(select coalesce(sum(${column}), 0) from ${refundRequests}
		where ${and(eq(refundRequests.orderId, orders.id), condition)})`;

/** Matches refund requests that Stripe has neither rejected nor reported as failed. */
export const isActiveRefundRequest = inArray(refundRequests.status, ["waiting", "sent"]);

/** SQL expression: how many pieces of an order are not refunded. If the order has not shipped, these are the pieces to ship. */
export const piecesLeft = sql<number>`${orders.quantity} - ${sumOfRefundRequests(sql`${refundRequests.pieces}`, isActiveRefundRequest)}`;

const isBeforeShipment = or(
	isNull(orders.shippedAt),
	lt(refundRequests.createdAt, orders.shippedAt),
);

/** SQL expression: how many pieces of an order were shipped, or are to be shipped. Refunds after the shipment do not count. */
export const shippedPieces = sql<number>`${orders.quantity} - ${sumOfRefundRequests(sql`${refundRequests.pieces}`, and(isActiveRefundRequest, isBeforeShipment))}`;
