import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { boughtToolsMax, tablePageSize } from "#contract/limits.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireAccount, requireCapability, requireOwnEmail } from "#worker/auth/authorize.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { newestFirst, olderThan, readList, readPage } from "../list-queries.ts";
import { isRefundMissing, isRefundPending } from "../payments/order-amounts.ts";
import { isPaymentInProgress } from "../payments/payment-rows.ts";
import { readCheckoutTotals } from "./checkout.ts";
import { isBought, isNotCanceled, orderColumns } from "./read.ts";
import { withCurrentReservation } from "./reservation.ts";
import { matchesAnyDetail } from "./search.ts";

/**
 * Lists at most 500 orders, newest first.
 * @param cursor - the last order of the previous list
 */
function listOrders({ db }: ShopContext, condition: SQL | undefined, cursor: Cursor | undefined) {
	const query = db
		.select(orderColumns)
		.from(orders)
		.where(and(condition, isNotCanceled, cursor && olderThan(orders, cursor)))
		.orderBy(...newestFirst(orders));
	return readList(query);
}

/** @throws ShopError 401; 403 for another account's email, except for admins */
export function listCustomerOrders(shop: ShopContext, email: string, after?: Cursor) {
	requireOwnEmail(shop, email, "orders:read");
	const owner = shop.db.select({ id: users.id }).from(users).where(eq(users.email, email));
	return listOrders(shop, eq(orders.userId, sql`(${owner})`), after);
}

export function listAllOrders(shop: ShopContext, after?: Cursor) {
	requireCapability(shop, "orders:read");
	return listOrders(shop, undefined, after);
}

/**
 * Reads a page of the account's own orders. `img` is null if the product is no longer sold. `pageCount` is at least 1.
 * @param page - zero-based
 * @param isCanceled - whether to list canceled orders instead of all others. A search finds both.
 */
export async function getOwnOrdersPage(
	shop: ShopContext,
	page: number,
	{ isCanceled = false, search = "" } = {},
) {
	const account = requireAccount(shop);
	const isInList = isCanceled ? eq(orders.state, "cancelled") : isNotCanceled;
	const condition = and(
		eq(orders.userId, account.id),
		search ? matchesAnyDetail(search) : isInList,
	);
	const query = shop.db
		.select({
			...orderColumns,
			img: products.img,
			isPaymentInProgress: isPaymentInProgress(shop).mapWith(Boolean).as("is_payment_in_progress"),
			isRefundPending,
			isRefundMissing,
		})
		.from(orders)
		.leftJoin(products, and(eq(products.id, orders.productId), isNull(products.deletedAt)))
		.where(condition)
		.orderBy(...newestFirst(orders));
	const { rows: orderRows, hasMore } = await readPage(query, page);
	const unpaidOrders = orderRows.filter(({ state }) => state === "unpaid");
	const checkoutTotals = await readCheckoutTotals(
		shop,
		unpaidOrders.map(({ checkoutId }) => checkoutId),
	);
	const rows = orderRows.map((order) => ({
		...withCurrentReservation(shop.env, order),
		checkout: checkoutTotals.find(({ checkoutId }) => checkoutId === order.checkoutId) ?? null,
	}));
	const hasOnePage = page === 0 && !hasMore;
	const count = hasOnePage ? rows.length : await shop.db.$count(orders, condition);
	return { rows, hasMore, pageCount: Math.max(1, Math.ceil(count / tablePageSize)) };
}

/** Lists each product of a shopper's newest 200 paid orders once, newest first. Ignores refunded orders. */
export async function listBoughtTools(shop: ShopContext) {
	const { id: userId } = requireCapability(shop, "reviews:write");
	const rows = await shop.db
		.select({ id: orders.productId, name: orders.toolName })
		.from(orders)
		.where(and(eq(orders.userId, userId), isBought))
		.orderBy(...newestFirst(orders))
		.limit(boughtToolsMax);
	return rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
}
