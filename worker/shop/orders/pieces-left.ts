import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { orders, refundRequests } from "#worker/db/schema.ts";

// Drizzle omits the table of a column that is directly in the SQL of a selected field, so conditions are built by its functions.
export const sumOfRequests = (column: SQL, condition?: SQL) =>
	sql<number>`(select coalesce(sum(${column}), 0) from ${refundRequests}
		where ${and(eq(refundRequests.orderId, orders.id), condition)})`;

/** Stripe has not rejected the refund, and it has not failed. */
export const isLiveRequest = inArray(refundRequests.status, ["waiting", "sent"]);

/** How many pieces of an order are not refunded: as many are shipped. An expression over a row of `orders`. */
export const piecesLeft = sql<number>`${orders.quantity} - ${sumOfRequests(sql`${refundRequests.pieces}`, isLiveRequest)}`;
