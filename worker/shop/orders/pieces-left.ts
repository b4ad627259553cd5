import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { orders, refundRequests } from "#worker/db/schema.ts";

// Drizzle omits table names from columns in a selected `sql` template, so the condition is built with `eq`, which keeps them.
export const sumOfRefundRequests = (column: SQL, condition?: SQL) =>
	sql<number>`(select coalesce(sum(${column}), 0) from ${refundRequests}
		where ${and(eq(refundRequests.orderId, orders.id), condition)})`;

/** Matches refund requests that Stripe has neither rejected nor reported as failed. */
export const isActiveRefundRequest = inArray(refundRequests.status, ["waiting", "sent"]);

/** SQL expression: how many pieces of an order are not refunded. If the order has not shipped, these are the pieces to ship. */
export const piecesLeft = sql<number>`${orders.quantity} - ${sumOfRefundRequests(sql`${refundRequests.pieces}`, isActiveRefundRequest)}`;

/**
 * SQL expression: how many pieces of an order were shipped, or are to be shipped. Refunds that are made, or fail, after the shipment do not
 * change it.
 */
export const shippedPieces = sql<number>`case when ${orders.shippedAt} is null then ${piecesLeft} else coalesce(${orders.shippedQuantity}, ${orders.quantity}) end`;
