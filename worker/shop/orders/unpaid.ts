import { and, isNull } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { orders } from "#worker/db/schema.ts";

type Times = Record<"paidAt" | "cancelledAt", SQLiteColumn>;

/** The condition of the index `orders_reserved`. @param times columns of the table or of an alias */
export const isUnpaid = ({ paidAt, cancelledAt }: Times = orders) =>
	and(isNull(paidAt), isNull(cancelledAt));
