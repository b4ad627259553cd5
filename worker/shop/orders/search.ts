import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrderState } from "#contract/order-states.ts";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	newestFirst,
	noCase,
	oldestFirst,
	pageOf,
	type Shown,
	startsWith,
	type TablePage,
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

/** @returns the column that is searched; null where nothing is */
export function keyOf({ by, search }: OrderView) {
	if (!search) return null;
	if (by === "email") return orders.email;
	if (by === "tool") return noCase(orders.toolName);
	return search.startsWith(transactionStart) ? orders.transactionId : orders.id;
}

/** Emails and ids are kept in lower case; transaction ids are Stripe's. */
const spelled = ({ by, search }: OrderView) =>
	by === "tool" || search.startsWith(transactionStart) ? search : search.toLowerCase();

/** Which rows a view shows. */
export function isInView(view: OrderView): SQL | undefined {
	const key = keyOf(view);
	const found = key ? startsWith(key, spelled(view)) : undefined;
	const state = key ? withoutIndex(orders.state) : sql`${orders.state}`;
	return and(view.state ? eq(state, view.state) : notCancelled, found);
}

/** The order of a view: by what is searched, each newest first, as its index has it; or all of that backwards. */
export function orderOfView(view: OrderView): SQL[] {
	const key = keyOf(view);
	const [direction, byTime] =
		view.sort === "newest" ? ([asc, newestFirst] as const) : ([desc, oldestFirst] as const);
	if (!key) return byTime(orders);
	return view.by === "id" ? [direction(key)] : [direction(key), ...byTime(orders)];
}

/** An order, and why it must not be shipped although it is paid. */
export type HeldOrder = Order & { hold: PaymentHold | null };

/**
 * @returns a page of the orders of a view
 * @throws ShopError 401, 403
 */
export async function getOrdersPage(
	shop: Shop,
	view: OrderView & Pick<Shown, "page">,
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
