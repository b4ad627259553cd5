import { asc } from "drizzle-orm";
import { requireAdmin } from "#worker/auth/guards.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	anyCase,
	newestFirst,
	pageOf,
	type Shown,
	startsWith,
	type TablePage,
} from "../listing.ts";
import { type Order, orderColumns } from "./read.ts";

/** What an admin can look for among the orders; each has an index. */
export const orderKeys = ["email", "tool", "id"] as const;
export type OrderKey = (typeof orderKeys)[number];

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
	const key = keyOf(by, search);
	const [where, order] = search
		? [
				startsWith(key, spelled(by, search)),
				by === "id" ? [asc(key)] : [asc(key), ...newestFirst(orders)],
			]
		: [undefined, newestFirst(orders)];
	const query = shop.db
		.select(orderColumns)
		.from(orders)
		.where(where)
		.orderBy(...order);
	return pageOf(query, page);
}
