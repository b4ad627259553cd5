import { and, asc, desc, eq, gt, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { type Delivery, mapDeliveryFields } from "#contract/delivery.ts";
import { searchedOrdersMax } from "#contract/limits.ts";
import type { OrderView, orderFilters } from "#contract/order-filters.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	contains,
	newerThan,
	newestFirst,
	noCase,
	olderThan,
	oldestFirst,
	readPage,
	startsWith,
	type TableView,
	withoutIndex,
} from "../list-queries.ts";
import { isRefundMissing, isRefundPending, refundedCents } from "../payments/order-amounts.ts";
import { matchesOpenCancellationRequest } from "./cancellation.ts";
import { shippedPieces } from "./pieces-left.ts";
import { isNotCanceled, type Order, orderColumns } from "./read.ts";

/** Stripe's prefix for payment intent ids. No order id begins with it. */
const transactionPrefix = "pi_";

function getSearchedColumn({ by, search }: OrderView) {
	if (!search || by === "any") return null;
	if (by === "email") return "email";
	if (by === "tool") return "toolName";
	return search.startsWith(transactionPrefix) ? "transactionId" : "id";
}

type SearchedColumn = NonNullable<ReturnType<typeof getSearchedColumn>>;

/** Returns the expression that the column's index contains. */
const toIndexedExpression = (key: SearchedColumn) =>
	key === "toolName" ? noCase(orders.toolName) : orders[key];

/** Changes an order number, such as "#6920 AF31B0C4", or a tracking number, such as "1Z-999", to lower case without separators. */
const normalizeNumber = (search: string) => search.replace(/[\s\p{Pd}]|^#/gu, "").toLowerCase();

/** Changes the search text to the case of the column: lower case for emails and order ids, unchanged for transaction ids. */
function normalizeSearch(key: SearchedColumn, search: string): string {
	if (key === "id") return normalizeNumber(search);
	return key === "email" ? search.toLowerCase() : search;
}

const removePunctuation = (column: SQL) =>
	[" ", "-", "(", ")", ".", "/"].reduce(
		(text, character) => sql`replace(${text}, ${character}, '')`,
		column,
	);

/** Matches orders by a phone number in any format, with or without its country code. */
function matchesPhone(search: string): SQL | undefined {
	const digits = search.replace(/\D/g, "");
	if (digits.length < 6 || /[^\d\s()+./-]/.test(search)) return undefined;
	return contains(removePunctuation(sql`${orders.phone}`), digits.slice(-9));
}

/** Matches the newest orders. A search that uses no index is limited to them. */
const isRecent = gte(
	orders.createdAt,
	sql`coalesce((select ${orders.createdAt} from ${orders} order by ${orders.createdAt} desc limit 1 offset ${searchedOrdersMax - 1}), 0)`,
);

/** Matches the newest orders by part of the customer's name or company, or by phone number. */
export const matchesCustomer = (search: string): SQL | undefined =>
	and(
		isRecent,
		or(
			contains(sql`${orders.name} || char(10) || ${orders.company}`, search),
			matchesPhone(search),
		),
	);

type TextColumn = {
	[Name in keyof Order]: Order[Name] extends string | null ? Name : never;
}[keyof Order];

/**
 * Whether a search by "any detail" searches the column. It also searches the delivery details. Customers can search their own orders by any
 * detail too.
 */
const searchedTexts: Record<Exclude<TextColumn, keyof Delivery>, boolean> = {
	name: true,
	email: true,
	toolName: true,
	toolPartNumber: true,
	trackingNumber: true,
	transactionId: true,
	// Searched by its beginning, as an order number.
	id: false,
	userId: false,
	productId: false,
	checkoutId: false,
	carrier: false,
	cancelReason: false,
	state: false,
};

const searchedColumns = Object.entries({
	...mapDeliveryFields(() => true),
	...searchedTexts,
	// Searched by its digits.
	phone: false,
}).flatMap(([name, isSearched]) => (isSearched ? [name as TextColumn] : []));

/** Tables show the line breaks of an address as commas, and people often type neither. */
const removeCommas = (text: string): string => text.replaceAll(",", "").replaceAll("\n", " ");
const removeCommasSql = (text: SQL): SQL => sql`replace(replace(${text}, ',', ''), char(10), ' ')`;

/** Matches orders by any detail that a caller might give. It uses no index, so another condition must limit the rows. */
export function matchesAnyDetail(search: string): SQL | undefined {
	const texts = searchedColumns.map((name) => sql`coalesce(${orders[name]}, '')`);
	const number = normalizeNumber(search);
	const isNumber = /^[0-9a-z]{6,}$/.test(number);
	return or(
		contains(removeCommasSql(sql.join(texts, sql` || char(10) || `)), removeCommas(search)),
		isNumber ? startsWith(withoutIndex(orders.id), number) : undefined,
		isNumber ? eq(sql`lower(${orders.trackingNumber})`, number) : undefined,
		matchesPhone(search),
	);
}

/** Selects the tool names that contain the text. It steps through the index from name to name, so it reads only one order per name. */
function selectToolNames(text: string): SQL {
	const column = toIndexedExpression("toolName");
	const selectFirst = (where: SQL) =>
		sql`(select ${orders.toolName} from ${orders} ${where} order by ${column} limit 1)`;
	return sql`(with recursive names(name) as (
		select ${selectFirst(sql``)} union all
		select ${selectFirst(sql`where ${column} > names.name`)} from names where name is not null
	) select name from names where ${contains(sql`name`, text)})`;
}

/** The condition of each order filter. `isSearch`: whether the query must use the index of the searched column. */
const conditions: Record<
	keyof typeof orderFilters,
	(view: OrderView, isSearch: boolean) => SQL | undefined
> = {
	state({ state }, isSearch) {
		if (!state) return isNotCanceled;
		if (state === "asks_to_cancel") return matchesOpenCancellationRequest();
		return eq(isSearch ? withoutIndex(orders.state) : sql`${orders.state}`, state);
	},
};

function matchesSearch(view: OrderView): SQL | undefined {
	const key = getSearchedColumn(view);
	if (view.search && view.by === "any") return and(isRecent, matchesAnyDetail(view.search));
	if (!key) return undefined;
	return key === "toolName"
		? sql`${toIndexedExpression(key)} in ${selectToolNames(view.search)}`
		: startsWith(toIndexedExpression(key), normalizeSearch(key, view.search));
}

const matchesView = (view: OrderView): SQL | undefined =>
	and(
		...Object.values(conditions).map((toSql) => toSql(view, view.search !== "")),
		matchesSearch(view),
	);

/** Sorts as the searched column's index does: by the column, then newest first. "Oldest first" reverses both. */
function getSortOrder(view: OrderView): SQL[] {
	const key = getSearchedColumn(view);
	const [direction, byTime] =
		view.sort === "newest" ? ([asc, newestFirst] as const) : ([desc, oldestFirst] as const);
	if (!key) return byTime(orders);
	const byKey = direction(toIndexedExpression(key));
	return view.by === "id" ? [byKey] : [byKey, ...byTime(orders)];
}

/** Reads a page of a view. `hold` is the reason that a paid order must not ship. `shippedPieces` includes pieces that are still to ship. */
export async function getOrdersPage(shop: ShopContext, view: OrderView & Pick<TableView, "page">) {
	requireCapability(shop, "orders:read");
	const query = shop.db
		.select({
			...orderColumns,
			hold: payments.hold,
			shippedPieces: shippedPieces.as("shipped_pieces"),
			isRefundPending,
			isRefundMissing,
		})
		.from(orders)
		.leftJoin(payments, eq(payments.id, orders.transactionId))
		.where(matchesView(view))
		.orderBy(...getSortOrder(view));
	return readPage(query, view.page);
}

/** Returns a condition for each index range that follows an order. The ranges must be read in this sequence. */
function getRangesAfter(view: OrderView, last: Order | null): (SQL | undefined)[] {
	if (!last) return [undefined];
	const isNewestFirst = view.sort === "newest";
	const isLater = (isNewestFirst ? olderThan : newerThan)(orders, last);
	const key = getSearchedColumn(view);
	if (!key) return [isLater];
	const column = sql`${toIndexedExpression(key)}`;
	const value = last[key] ?? "";
	const hasLaterKey = (isNewestFirst ? gt : lt)(column, value);
	return view.by === "id" ? [hasLaterKey] : [and(eq(column, value), isLater), hasLaterKey];
}

export type ExportedOrder = Order & {
	refundedCents: number;
	isRefundPending: boolean;
	isRefundMissing: boolean;
};

/**
 * Reads the orders that follow `last` in the view, by keyset pagination.
 * @returns at most `max` orders; fewer only at the end of the view
 */
export async function readOrdersAfter(
	{ db }: ShopContext,
	view: OrderView,
	last: Order | null,
	max: number,
): Promise<ExportedOrder[]> {
	const result: ExportedOrder[] = [];
	for (const range of getRangesAfter(view, last)) {
		if (result.length === max) break;
		const rows = await db
			.select({
				...orderColumns,
				refundedCents: refundedCents.as("refunded_cents"),
				isRefundPending,
				isRefundMissing,
			})
			.from(orders)
			.where(and(matchesView(view), range))
			.orderBy(...getSortOrder(view))
			.limit(max - result.length);
		result.push(...rows);
	}
	return result;
}
