import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { newerThan, olderThan } from "../listing.ts";
import { type Order, orderColumns } from "./read.ts";
import { isInView, keyOf, type OrderView, orderOfView } from "./search.ts";

/** What an order has in the column that is searched. */
function keyIn(view: OrderView, last: Order): string {
	if (view.by === "email") return last.email;
	if (view.by === "tool") return last.toolName;
	return keyOf(view) === orders.transactionId ? (last.transactionId ?? "") : last.id;
}

/** The rows of a view that follow one, as ranges of its index, to be read one after the other. */
function rangesBehind(view: OrderView, last: Order | null): (SQL | undefined)[] {
	if (!last) return [undefined];
	const isNewest = view.sort === "newest";
	const inTime = (isNewest ? olderThan : newerThan)(orders, last);
	const column = keyOf(view);
	if (!column) return [inTime];
	const key = sql`${column}`;
	const value = keyIn(view, last);
	const others = isNewest ? gt(key, value) : lt(key, value);
	return view.by === "id" ? [others] : [and(eq(key, value), inTime), others];
}

/**
 * The orders of a view that follow one, without reading those before it (keyset paging).
 * @param last null for the first
 * @returns at most `most`; fewer only at the end
 */
export async function readBehind(
	{ db }: Shop,
	view: OrderView,
	last: Order | null,
	most: number,
): Promise<Order[]> {
	const found: Order[] = [];
	for (const range of rangesBehind(view, last)) {
		if (found.length === most) break;
		const rows = await db
			.select(orderColumns)
			.from(orders)
			.where(and(isInView(view), range))
			.orderBy(...orderOfView(view))
			.limit(most - found.length);
		found.push(...rows);
	}
	return found;
}
