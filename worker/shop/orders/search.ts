import { asc, desc } from "drizzle-orm";
import { requireAdmin } from "#worker/auth/guards.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { anyCase, type Shown, startsWith, type TablePage, toPage, windowOf } from "../listing.ts";
import { type Order, orderColumns } from "./read.ts";

/** What an admin can look for among the orders; each has an index. */
export const orderKeys = ["email", "tool", "id"] as const;
export type OrderKey = (typeof orderKeys)[number];

const newestFirst = [desc(orders.createdAt), desc(orders.id)];
/** How Stripe's ids of payment intents begin: no order's id does. */
const transactionStart = "pi_";

function keyOf(by: OrderKey, search: string) {
	if (by === "email") return orders.email;
	if (by === "tool") return anyCase(orders.toolName);
	return search.startsWith(transactionStart) ? orders.transactionId : orders.id;
}

/** Emails and ids are kept in lower case; transaction ids are Stripe's. */
const spelled = (by: OrderKey, search: string) =>
	by === "tool" || search.startsWith(transactionStart) ? search : search.toLowerCase();

/**
 * @param by what `search` is the beginning of
 * @returns a page of all orders, newest first; of those that are searched, sorted by what is searched, each newest first
 * @throws ShopError 401, 403
 */
export async function getOrdersPage(
	shop: Shop,
	{ page, search, by }: Shown & { by: OrderKey },
): Promise<TablePage<Order>> {
	requireAdmin(shop);
	const { limit, offset } = windowOf(page);
	const key = keyOf(by, search);
	const [where, order] = search
		? [startsWith(key, spelled(by, search)), by === "id" ? [asc(key)] : [asc(key), ...newestFirst]]
		: [undefined, newestFirst];
	const rows = await shop.db
		.select(orderColumns)
		.from(orders)
		.where(where)
		.orderBy(...order)
		.limit(limit)
		.offset(offset)
		.all();
	return toPage(rows);
}
