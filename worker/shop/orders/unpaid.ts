import { and, isNull } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { orders } from "#worker/db/schema.ts";

type TimeColumns = Record<"paidAt" | "cancelledAt", SQLiteColumn>;

/**
 * Matches unpaid orders, with the condition of the partial index `orders_reserved`.
 * @param times - columns of the table or of an alias
 */
export const isUnpaid = ({ paidAt, cancelledAt }: TimeColumns = orders) =>
	and(isNull(paidAt), isNull(cancelledAt));
