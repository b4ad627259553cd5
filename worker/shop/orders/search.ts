import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { OrderState } from "#contract/order-states.ts";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	newerThan,
	newestFirst,
	noCase,
	olderThan,
	oldestFirst,
	pageOf,
	startsWith,
	type TablePage,
	type TableView,
	withoutIndex,
} from "../listing.ts";
import { notCancelled, type Order, orderColumns } from "./read.ts";

/** What an admin can look for among the orders; each has an index. */
export type OrderKey = "email" | "tool" | "id";

/** Which orders, in which order. */
export type OrderView = {
	/** How `by` begins; empty for everything. */
	search: string;
	by: OrderKey;
	/** Null for every state but cancelled. */
	state: OrderState | null;
	sort: "newest" | "oldest";
};

/** How Stripe's ids of payment intents begin: no order's id does. */
const transactionStart = "pi_";

/** What is searched. */
function keyOf({ by, search }: OrderView) {
	if (!search) return null;
	if (by === "email") return "email";
	if (by === "tool") return "toolName";
	return search.startsWith(transactionStart) ? "transactionId" : "id";
}

type Key = NonNullable<ReturnType<typeof keyOf>>;

/** As its index has it. */
const columnOf = (key: Key) => (key === "toolName" ? noCase(orders.toolName) : orders[key]);

/** Emails and ids are kept in lower case; transaction ids are Stripe's. */
const spelled = (key: Key, search: string) =>
	key === "email" || key === "id" ? search.toLowerCase() : search;

function isInView(view: OrderView): SQL | undefined {
	const key = keyOf(view);
	const found = key ? startsWith(columnOf(key), spelled(key, view.search)) : undefined;
	const state = key ? withoutIndex(orders.state) : sql`${orders.state}`;
	return and(view.state ? eq(state, view.state) : notCancelled, found);
}

/** The order of a view: by what is searched, each newest first, as its index has it; or all of that backwards. */
function orderOfView(view: OrderView): SQL[] {
	const key = keyOf(view);
	const [direction, byTime] =
		view.sort === "newest" ? ([asc, newestFirst] as const) : ([desc, oldestFirst] as const);
	if (!key) return byTime(orders);
	const inOrder = direction(columnOf(key));
	return view.by === "id" ? [inOrder] : [inOrder, ...byTime(orders)];
}

/** An order, and why it must not be shipped although it is paid. */
export type HeldOrder = Order & { hold: PaymentHold | null };

export async function getOrdersPage(
	shop: Shop,
	view: OrderView & Pick<TableView, "page">,
): Promise<TablePage<HeldOrder>> {
	requireCapability(shop, "orders:read");
	const query = shop.db
		.select({ ...orderColumns, hold: payments.hold })
		.from(orders)
		.leftJoin(payments, eq(payments.id, orders.transactionId))
		.where(isInView(view))
		.orderBy(...orderOfView(view));
	return pageOf(query, view.page);
}

/** The rows of a view after an order, as ranges of its index, to be read one after the other. */
function rangesAfter(view: OrderView, last: Order | null): (SQL | undefined)[] {
	if (!last) return [undefined];
	const isNewest = view.sort === "newest";
	const inTime = (isNewest ? olderThan : newerThan)(orders, last);
	const key = keyOf(view);
	if (!key) return [inTime];
	const column = sql`${columnOf(key)}`;
	const value = last[key] ?? "";
	const others = (isNewest ? gt : lt)(column, value);
	return view.by === "id" ? [others] : [and(eq(column, value), inTime), others];
}

/** Continues after an order without reading those before it (keyset paging): fewer than `max` only at the end. */
export async function readOrdersAfter(
	{ db }: Shop,
	view: OrderView,
	last: Order | null,
	max: number,
): Promise<Order[]> {
	const found: Order[] = [];
	for (const range of rangesAfter(view, last)) {
		if (found.length === max) break;
		const rows = await db
			.select(orderColumns)
			.from(orders)
			.where(and(isInView(view), range))
			.orderBy(...orderOfView(view))
			.limit(max - found.length);
		found.push(...rows);
	}
	return found;
}
