import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Place } from "#contract/schemas/after.ts";
import { requireAccount, requireAdmin, requireOwnEmailOrAdmin } from "#worker/auth/guards.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { listLimit, olderThan, type TablePage, toList, toPage, windowOf } from "../listing.ts";
import { type Order, orderColumns } from "./read.ts";

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

async function listOrders({ db }: Shop, whose: SQL | undefined, after: Place | undefined) {
	const older = after && olderThan(orders, after);
	const rows = await db
		.select(orderColumns)
		.from(orders)
		.where(whose && older ? sql`${whose} and ${older}` : (whose ?? older))
		.orderBy(...newestFirst)
		.limit(listLimit)
		.all();
	return toList(rows);
}

/**
 * @param after where the list before ended
 * @returns orders of the account with this email, newest first, at most 500
 * @throws ShopError 401, 403 unless it is one's own email or an admin asks
 */
export function listOrdersOf(shop: Shop, email: string, after?: Place) {
	const account = requireOwnEmailOrAdmin(shop, email);
	const found = shop.db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const owner = account.email === email ? sql`${account.id}` : sql`(${found})`;
	return listOrders(shop, eq(orders.userId, owner), after);
}

/**
 * @param after where the list before ended
 * @returns every order, newest first, at most 500
 * @throws ShopError 401, 403
 */
export function listAllOrders(shop: Shop, after?: Place) {
	requireAdmin(shop);
	return listOrders(shop, undefined, after);
}

/** @param page from 0 @returns a page of the signed-in shopper's orders, newest first */
export async function getOwnOrdersPage(shop: Shop, page: number): Promise<TablePage<Order>> {
	const account = requireAccount(shop);
	const { limit, offset } = windowOf(page);
	const rows = await shop.db
		.select(orderColumns)
		.from(orders)
		.where(eq(orders.userId, account.id))
		.orderBy(...newestFirst)
		.limit(limit)
		.offset(offset)
		.all();
	return toPage(rows);
}
