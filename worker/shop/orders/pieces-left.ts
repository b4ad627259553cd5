import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { orders, refundRequests } from "#worker/db/schema.ts";

// In a selected field, Drizzle omits the table name of a column that is directly in `sql`, so conditions are built with its functions.
export const sumOfRefundRequests = (column: SQL, condition?: SQL) =>
	sql<number>`(select coalesce(sum(${column}), 0) from ${refundRequests}
		where ${and(eq(refundRequests.orderId, orders.id), condition)})`;

/** Matches requests whose refund Stripe has neither rejected nor reported as failed. */
export const isActiveRefundRequest = inArray(refundRequests.status, ["waiting", "sent"]);

/** How many pieces of an order are not refunded, which is how many are shipped. An expression over a row of `orders`. */
export const piecesLeft = sql<number>`${orders.quantity} - ${sumOfRefundRequests(sql`${refundRequests.pieces}`, isActiveRefundRequest)}`;
