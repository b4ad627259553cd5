import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { canceledStates } from "#contract/order-states.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { checkouts, orders, products, refundShares } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isRefundMissing } from "../payments/order-amounts.ts";
import { getTotalCents, type Order, orderColumns } from "./read.ts";
import { withCurrentReservation } from "./reservation.ts";

/** Orders that were placed together, in the order of their lines. `unpaidCents` is the total of the unpaid orders. */
export type Checkout = { id: string; userId: string | null; orders: Order[]; unpaidCents: number };

/**
 * Does not check permissions.
 * @throws ShopError 404
 */
export async function readCheckout({ db, env }: ShopContext, id: string): Promise<Checkout> {
	const [[checkout], rows] = await retryBatch(db, [
		db
			.select({ id: checkouts.id, userId: checkouts.userId })
			.from(checkouts)
			.where(eq(checkouts.id, id)),
		db.select(orderColumns).from(orders).where(eq(orders.checkoutId, id)).orderBy(asc(sql`rowid`)),
	]);
	if (!checkout) throw new ShopError("checkout_not_found");
	const unpaidOrders = rows.filter(({ state }) => state === "unpaid");
	const unpaidCents = unpaidOrders.reduce((sum, order) => sum + getTotalCents(order), 0);
	const currentOrders = rows.map((order) => withCurrentReservation(env, order));
	return { ...checkout, orders: currentOrders, unpaidCents };
}

/** @throws ShopError 401 or 404; 403 if the account neither owns the checkout nor has `orders:read` */
export async function requireCheckout(shop: ShopContext, id: string): Promise<Checkout> {
	const account = requireAccount(shop);
	const checkout = await readCheckout(shop, id);
	if (checkout.userId !== account.id && !can(account, "orders:read")) {
		throw new ShopError("forbidden");
	}
	return checkout;
}

/** @throws ShopError as `requireCheckout` does; also 403 if the account does not own the checkout */
export async function requireOwnCheckout(shop: ShopContext, id: string): Promise<Checkout> {
	const checkout = await requireCheckout(shop, id);
	if (checkout.userId !== shop.account?.id) throw new ShopError("forbidden");
	return checkout;
}

/** `count` includes canceled and refunded orders, which `canceledCount` counts. `totalCents` does not include them. */
export type CheckoutTotals = {
	checkoutId: string;
	count: number;
	canceledCount: number;
	totalCents: number;
	unpaidCount: number;
	unpaidCents: number;
};

/**
 * Does not check permissions.
 * @returns one entry for each checkout with several orders
 */
export async function readCheckoutTotals(
	{ db }: ShopContext,
	checkoutIds: readonly (string | null)[],
): Promise<CheckoutTotals[]> {
	const ids = [...new Set(checkoutIds)].filter((id) => id !== null);
	if (ids.length === 0) return [];
	const checkoutId = sql<string>`${orders.checkoutId}`;
	const orderCents = sql`${orders.quantity} * ${orders.toolPriceCents}`;
	const isUnpaid = eq(orders.state, "unpaid");
	const isCanceled = inArray(orders.state, canceledStates);
	return retry(() =>
		db
			.select({
				checkoutId,
				count: count(),
				canceledCount: sql<number>`count(*) filter (where ${isCanceled})`,
				totalCents: sql<number>`coalesce(sum(${orderCents}) filter (where not ${isCanceled}), 0)`,
				unpaidCount: sql<number>`count(*) filter (where ${isUnpaid})`,
				unpaidCents: sql<number>`coalesce(sum(${orderCents}) filter (where ${isUnpaid}), 0)`,
			})
			.from(orders)
			.where(inArray(orders.checkoutId, sql`(select value from json_each(${JSON.stringify(ids)}))`))
			.groupBy(orders.checkoutId)
			.having(gt(count(), 1)),
	);
}

/**
 * Reads the refunded amounts of orders by their payments, because `refundedCents` (order-amounts.ts) is slow for 200 orders. Does not
 * check permissions.
 * @returns the amounts in cents by order id, also those of other orders of the same payments; none for orders without a succeeded refund
 */
export async function readRefundedCents({ db }: ShopContext, isOrder: SQL) {
	const { orderId, paymentId, status, amountCents } = refundShares;
	const paymentIds = db.select({ id: orders.transactionId }).from(orders).where(isOrder);
	const amounts = await retry(() =>
		db
			.select({ orderId, cents: sql<number>`sum(${amountCents})`.as("refunded_cents") })
			.from(refundShares)
			.where(and(inArray(paymentId, paymentIds), eq(status, "succeeded")))
			.groupBy(orderId),
	);
	return new Map(amounts.map((amount) => [amount.orderId, amount.cents]));
}

/**
 * Reads a checkout with the picture of each order, its refunded amount, and whether it was canceled without a refund. The picture is null
 * if the tool is no longer sold.
 * @throws ShopError as `requireCheckout` does
 */
export async function readCheckoutPage(shop: ShopContext, id: string) {
	const { db } = shop;
	const [checkout, rows, centsByOrder] = await Promise.all([
		requireCheckout(shop, id),
		db
			.select({ orderId: orders.id, img: products.img, isRefundMissing })
			.from(orders)
			.leftJoin(products, and(eq(products.id, orders.productId), isNull(products.deletedAt)))
			.where(eq(orders.checkoutId, id)),
		readRefundedCents(shop, eq(orders.checkoutId, id)),
	]);
	const rowByOrder = new Map(rows.map((row) => [row.orderId, row]));
	const ordersWithDetails = checkout.orders.map((order) => ({
		...order,
		img: rowByOrder.get(order.id)?.img ?? null,
		isRefundMissing: rowByOrder.get(order.id)?.isRefundMissing ?? false,
		refundedCents: centsByOrder.get(order.id) ?? 0,
	}));
	return { ...checkout, orders: ordersWithDetails };
}
