import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { getTrackingUrl } from "#contract/carriers.ts";
import { ShopError } from "#contract/errors.ts";
import { orderNumber } from "#contract/shop.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { orders, paymentLinks, products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { readCheckout, readRefundedCents } from "../orders/checkout.ts";
import { requirePayableByLink } from "../orders/payment-links.ts";
import { getTotalCents, type Order, orderColumns } from "../orders/read.ts";
import { isPayableByLink, withCurrentReservation } from "../orders/reservation.ts";
import { isRefundMissing, isRefundPending } from "./order-amounts.ts";
import { confirmCheckoutPayment, confirmOrderPayment } from "./settle.ts";
import { startOrderPayment, startPaymentForUnpaidOrders } from "./start.ts";

/* Anyone who has a payment link can pay for the orders of its checkout, without an account (docs/decisions/payment-links.md). */

const tokenPattern = /^[a-z2-7]{32}$/;

type LinkedRow = {
	order: Order;
	img: string | null;
	isRefundPending: boolean;
	isRefundMissing: boolean;
};

/**
 * @returns `linkOrder`: the order that the link was created for; `rows`: all orders of its checkout, oldest first
 * @throws ShopError 404 for an unknown link; 429
 */
async function requireLinkedOrders(
	shop: ShopContext,
	token: string,
): Promise<{ linkOrder: Order; rows: LinkedRow[] }> {
	const { db, env } = shop;
	await enforceRateLimit(env, "paymentLink", shop.visitor.network);
	if (!tokenPattern.test(token)) throw new ShopError("payment_link_not_found");
	const matchesToken = eq(paymentLinks.tokenHash, await hashToken(token));
	const isForSale = and(eq(products.id, orders.productId), isNull(products.deletedAt));
	const linkOrders = alias(orders, "link_orders");
	const [[linkRow], checkoutRows] = await retryBatch(db, [
		db
			.select({ order: orderColumns, img: products.img, isRefundPending, isRefundMissing })
			.from(paymentLinks)
			.innerJoin(orders, eq(orders.id, paymentLinks.orderId))
			.leftJoin(products, isForSale)
			.where(matchesToken),
		db
			.select({ order: orderColumns, img: products.img, isRefundPending, isRefundMissing })
			.from(paymentLinks)
			.innerJoin(linkOrders, eq(linkOrders.id, paymentLinks.orderId))
			.innerJoin(orders, eq(orders.checkoutId, linkOrders.checkoutId))
			.leftJoin(products, isForSale)
			.where(matchesToken)
			.orderBy(asc(sql`${orders}.rowid`)),
	]);
	if (!linkRow) throw new ShopError("payment_link_not_found");
	const rows = (checkoutRows.length > 0 ? checkoutRows : [linkRow]).map(({ order, ...row }) => ({
		...row,
		order: withCurrentReservation(env, order),
	}));
	return { linkOrder: linkRow.order, rows };
}

type LinkedOrder = Pick<
	Order,
	| "state"
	| "productId"
	| "toolName"
	| "toolPartNumber"
	| "toolPriceCents"
	| "quantity"
	| "cancelReason"
	| "reservedUntil"
> & {
	number: string;
	totalCents: number;
	refundedCents: number;
	trackingUrl: string | null;
	/** Null if the tool is no longer sold. */
	img: string | null;
	isRefundPending: boolean;
	isRefundMissing: boolean;
};

/** The content of a payment link's page. It has no personal data, because the link may be forwarded. */
export type LinkedOrders = {
	/** All orders that were placed together. */
	orders: LinkedOrder[];
	/** The unpaid total, in cents; null if the link can no longer be used to pay. */
	dueCents: number | null;
	/** False if the customer's account was deleted. */
	hasAccount: boolean;
};

function toLinkedOrder({ order, ...row }: LinkedRow, refundedCents: number): LinkedOrder {
	const { state, productId, toolName, toolPartNumber, toolPriceCents, quantity } = order;
	const { cancelReason, reservedUntil } = order;
	return {
		state,
		productId,
		toolName,
		toolPartNumber,
		toolPriceCents,
		quantity,
		cancelReason,
		reservedUntil,
		...row,
		number: orderNumber(order.id),
		totalCents: getTotalCents(order),
		refundedCents,
		trackingUrl: getTrackingUrl(order),
	};
}

/** @throws ShopError 404 or 429 */
export async function readLinkedOrders(shop: ShopContext, token: string): Promise<LinkedOrders> {
	const { linkOrder, rows } = await requireLinkedOrders(shop, token);
	const unpaidRows = rows.filter(({ order }) => order.state === "unpaid");
	const isPayable =
		unpaidRows.length > 0 && unpaidRows.every(({ order }) => isPayableByLink(order));
	const { id, checkoutId } = linkOrder;
	const isLinked = checkoutId === null ? eq(orders.id, id) : eq(orders.checkoutId, checkoutId);
	const hasPayment = rows.some(({ order }) => order.transactionId !== null);
	const refundedCents = hasPayment ? await readRefundedCents(shop, isLinked) : null;
	return {
		orders: rows.map((row) => toLinkedOrder(row, refundedCents?.get(row.order.id) ?? 0)),
		dueCents: isPayable
			? unpaidRows.reduce((sum, { order }) => sum + getTotalCents(order), 0)
			: null,
		hasAccount: linkOrder.userId !== null,
	};
}

/**
 * @returns the client secret
 * @throws ShopError 404, 429 or 503; 409 if the orders can no longer be paid or have a different total
 */
export async function startPaymentByLink(shop: ShopContext, token: string, priceCents: number) {
	const { linkOrder, rows } = await requireLinkedOrders(shop, token);
	const { checkoutId } = linkOrder;
	await enforceRateLimit(shop.env, "startPayment", checkoutId ?? linkOrder.id);
	const unpaidRows = rows.filter(({ order }) => order.state === "unpaid");
	for (const { order } of unpaidRows.length > 0 ? unpaidRows : rows.slice(0, 1))
		requirePayableByLink(order);
	if (checkoutId === null) return startOrderPayment(shop, linkOrder, priceCents);
	return startPaymentForUnpaidOrders(shop, () => readCheckout(shop, checkoutId), priceCents);
}

/**
 * @returns how many orders changed
 * @throws ShopError 402 unless Stripe confirms that the payment has paid for one of the orders; 404, 429 or 503
 */
export async function confirmPaymentByLink(shop: ShopContext, token: string, intentId: string) {
	const { linkOrder, rows } = await requireLinkedOrders(shop, token);
	const { checkoutId } = linkOrder;
	if (rows.some(({ order }) => order.transactionId === intentId)) return 0;
	await enforceRateLimit(shop.env, "confirmPayment", checkoutId ?? linkOrder.id);
	return checkoutId === null
		? confirmOrderPayment(shop, linkOrder.id, intentId)
		: confirmCheckoutPayment(shop, checkoutId, intentId);
}
