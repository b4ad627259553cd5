import { and, asc, desc, eq, gt, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { searchedOrdersMax } from "#contract/limits.ts";
import type { OrderFilter } from "#contract/order-states.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
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
import { refundedCents } from "../payments/order-amounts.ts";
import { matchesOpenCancellationRequest } from "./cancellation.ts";
import { isNotCanceled, type Order, orderColumns } from "./read.ts";

/** What admins can search orders by. Each has an index, except `any`, which searches only the newest orders. */
export type OrderSearchField = "any" | "email" | "tool" | "id";

export type OrderView = {
	/** Part of the tool's name or of any detail, or a prefix of another field; empty for all orders. */
	search: string;
	by: OrderSearchField;
	/** Null for every state but canceled. */
	state: OrderFilter | null;
	sort: "newest" | "oldest";
};

/** Stripe's prefix for payment intent ids. No order id begins with it. */
const transactionPrefix = "pi_";

function searchedColumnOf({ by, search }: OrderView) {
	if (!search || by === "any") return null;
	if (by === "email") return "email";
	if (by === "tool") return "toolName";
	return search.startsWith(transactionPrefix) ? "transactionId" : "id";
}

type SearchedColumn = NonNullable<ReturnType<typeof searchedColumnOf>>;

/** Returns the expression that the column's index contains. */
const columnOf = (key: SearchedColumn) =>
	key === "toolName" ? noCase(orders.toolName) : orders[key];

/** Order numbers are written as "#6920 AF31B0C4" in emails and tables. */
const toId = (search: string) => search.replace(/\s|^#/g, "").toLowerCase();

/** Emails and order ids are stored in lower case, transaction ids as Stripe returns them. */
function normalize(key: SearchedColumn, search: string): string {
	if (key === "id") return toId(search);
	return key === "email" ? search.toLowerCase() : search;
}

const digitsOf = (column: SQL) =>
	[" ", "-", "(", ")", ".", "/"].reduce((text, sign) => sql`replace(${text}, ${sign}, '')`, column);

/** Finds a phone number with or without its country code, in any format. */
function hasPhone(search: string): SQL | undefined {
	const digits = search.replace(/\D/g, "");
	if (digits.length < 6 || /[^\d\s()+./-]/.test(search)) return undefined;
	return contains(digitsOf(sql`${orders.phone}`), digits.slice(-9));
}

const isRecent = gte(
	orders.createdAt,
	sql`coalesce((select ${orders.createdAt} from ${orders} order by ${orders.createdAt} desc limit 1 offset ${searchedOrdersMax - 1}), 0)`,
);

/** Matches the newest orders by part of the customer's name or company, or by phone number. */
export const matchesCustomer = (search: string): SQL | undefined =>
	and(
		isRecent,
		or(contains(sql`${orders.name} || char(10) || ${orders.company}`, search), hasPhone(search)),
	);

/** Searches for any detail that customers give when they call. No index covers all of them, so another condition must limit the rows. */
export function matchesAnyDetail(search: string): SQL | undefined {
	const { name, email, company, purchaseOrder, location } = orders;
	const { trackingNumber, toolPartNumber, transactionId, toolName } = orders;
	const nullableColumns = [trackingNumber, toolPartNumber, transactionId];
	const columns = [
		...[name, email, company, purchaseOrder, location, toolName].map((column) => sql`${column}`),
		...nullableColumns.map((column) => sql`coalesce(${column}, '')`),
	];
	const id = toId(search);
	const isOrderNumber = /^[0-9a-z]{6,}$/.test(id);
	return or(
		contains(sql.join(columns, sql` || char(10) || `), search),
		isOrderNumber ? startsWith(withoutIndex(orders.id), id) : undefined,
		isOrderNumber ? eq(sql`lower(${orders.trackingNumber})`, id) : undefined,
		hasPhone(search),
	);
}

/** Selects the tool names that contain a text. Follows the index, so it reads one order per name and never all orders. */
function toolNamesWith(text: string): SQL {
	const column = columnOf("toolName");
	const selectFirst = (where: SQL) =>
		sql`(select ${orders.toolName} from ${orders} ${where} order by ${column} limit 1)`;
	return sql`(with recursive names(name) as (
		select ${selectFirst(sql``)} union all
		select ${selectFirst(sql`where ${column} > names.name`)} from names where name is not null
	) select name from names where ${contains(sql`name`, text)})`;
}

/** @param state the state column, wrapped by `withoutIndex` if the query uses another index */
function hasFilter(filter: OrderFilter | null, state: SQL) {
	if (filter === null) return isNotCanceled;
	return filter === "asks_to_cancel" ? matchesOpenCancellationRequest(state) : eq(state, filter);
}

function isInView(view: OrderView): SQL | undefined {
	const key = searchedColumnOf(view);
	if (view.search && view.by === "any")
		return and(
			hasFilter(view.state, withoutIndex(orders.state)),
			isRecent,
			matchesAnyDetail(view.search),
		);
	if (!key) return hasFilter(view.state, sql`${orders.state}`);
	const matches =
		key === "toolName"
			? sql`${columnOf(key)} in ${toolNamesWith(view.search)}`
			: startsWith(columnOf(key), normalize(key, view.search));
	return and(hasFilter(view.state, withoutIndex(orders.state)), matches);
}

/** Sorts as the searched column's index does: by the column, then newest first; or both in reverse. */
function sortColumnsOf(view: OrderView): SQL[] {
	const key = searchedColumnOf(view);
	const [direction, byTime] =
		view.sort === "newest" ? ([asc, newestFirst] as const) : ([desc, oldestFirst] as const);
	if (!key) return byTime(orders);
	const byKey = direction(columnOf(key));
	return view.by === "id" ? [byKey] : [byKey, ...byTime(orders)];
}

/** `hold`: why a paid order must not be shipped. */
export async function getOrdersPage(shop: Shop, view: OrderView & Pick<TableView, "page">) {
	requireCapability(shop, "orders:read");
	const query = shop.db
		.select({ ...orderColumns, hold: payments.hold })
		.from(orders)
		.leftJoin(payments, eq(payments.id, orders.transactionId))
		.where(isInView(view))
		.orderBy(...sortColumnsOf(view));
	return readPage(query, view.page);
}

/** Returns conditions for the index ranges after an order, in the sequence in which to read them. */
function rangesAfter(view: OrderView, last: Order | null): (SQL | undefined)[] {
	if (!last) return [undefined];
	const isNewestFirst = view.sort === "newest";
	const isLater = (isNewestFirst ? olderThan : newerThan)(orders, last);
	const key = searchedColumnOf(view);
	if (!key) return [isLater];
	const column = sql`${columnOf(key)}`;
	const value = last[key] ?? "";
	const isNextKey = (isNewestFirst ? gt : lt)(column, value);
	return view.by === "id" ? [isNextKey] : [and(eq(column, value), isLater), isNextKey];
}

export type ExportedOrder = Order & { refundedCents: number };

/** Reads the orders that follow `last` in the view, by keyset pagination. @returns fewer than `max` only at the end of the view */
export async function readOrdersAfter(
	{ db }: Shop,
	view: OrderView,
	last: Order | null,
	max: number,
): Promise<ExportedOrder[]> {
	const result: ExportedOrder[] = [];
	for (const range of rangesAfter(view, last)) {
		if (result.length === max) break;
		const rows = await db
			.select({ ...orderColumns, refundedCents: refundedCents.as("refunded_cents") })
			.from(orders)
			.where(and(isInView(view), range))
			.orderBy(...sortColumnsOf(view))
			.limit(max - result.length);
		result.push(...rows);
	}
	return result;
}
