import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { boughtTools } from "#contract/limits.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireAccount, requireCapability, requireOwnEmail } from "#worker/auth/authorize.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { listOf, newestFirst, olderThan, pageOf, type TablePage } from "../listing.ts";
import { notCancelled, type Order, orderColumns } from "./read.ts";

/** Newest first, at most 500. @param after where the list before ended */
function listOrders({ db }: Shop, whose: SQL | undefined, after: Cursor | undefined) {
	const query = db
		.select(orderColumns)
		.from(orders)
		.where(and(whose, notCancelled, after && olderThan(orders, after)))
		.orderBy(...newestFirst(orders));
	return listOf(query);
}

/** @throws ShopError 401, 403 unless it is one's own email or an admin asks */
export function listOrdersOf(shop: Shop, email: string, after?: Cursor) {
	requireOwnEmail(shop, email, "orders:read");
	const owner = shop.db.select({ id: users.id }).from(users).where(eq(users.email, email));
	return listOrders(shop, eq(orders.userId, sql`(${owner})`), after);
}

export function listAllOrders(shop: Shop, after?: Cursor) {
	requireCapability(shop, "orders:read");
	return listOrders(shop, undefined, after);
}

/** An order with the picture of its tool; null when that is no longer sold. */
export type PicturedOrder = Order & { img: string | null };

/** @param page from 0 @param cancelled the cancelled ones instead of the others */
export async function getOwnOrdersPage(
	shop: Shop,
	page: number,
	cancelled = false,
): Promise<TablePage<PicturedOrder>> {
	const account = requireAccount(shop);
	const query = shop.db
		.select({ ...orderColumns, img: products.img })
		.from(orders)
		.leftJoin(products, and(eq(products.id, orders.productId), isNull(products.deletedAt)))
		.where(
			and(eq(orders.userId, account.id), cancelled ? eq(orders.state, "cancelled") : notCancelled),
		)
		.orderBy(...newestFirst(orders));
	return pageOf(query, page);
}

/** The tools of a shopper's newest 200 paid orders, each once, the last bought first. */
export async function listBoughtTools(shop: Shop): Promise<{ id: string; name: string }[]> {
	const { id: userId } = requireCapability(shop, "reviews:write");
	const rows = await shop.db
		.select({ id: orders.productId, name: orders.toolName })
		.from(orders)
		.where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
		.orderBy(...newestFirst(orders))
		.limit(boughtTools);
	const names = new Map<string, string>();
	for (const { id, name } of rows) if (!names.has(id)) names.set(id, name);
	return Array.from(names, ([id, name]) => ({ id, name }));
}
