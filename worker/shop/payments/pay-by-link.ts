import { and, eq, isNull } from "drizzle-orm";
import { trackingUrl } from "#contract/carriers.ts";
import { ShopError } from "#contract/errors.ts";
import { orderNumber } from "#contract/shop.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { orders, paymentLinks, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { isPayableByLink, requirePayableByLink } from "../orders/payment-links.ts";
import { type Order, orderColumns, totalCents } from "../orders/read.ts";
import { confirmOrderPayment } from "./settle.ts";
import { startOrderPayment } from "./start.ts";

/* Whoever has a payment link may pay its order. They need no account (docs/decisions/payment-links.md). */

const tokenPattern = /^[a-z2-7]{32}$/;

/** @throws ShopError 404 for an unknown link, 429 */
async function requireLinkedOrder(shop: Shop, token: string) {
	await enforceRateLimit(shop.env, "paymentLink", shop.visitor.network);
	if (!tokenPattern.test(token)) throw new ShopError("payment_link_not_found");
	const found = await shop.db
		.select({ order: orderColumns, img: products.img })
		.from(paymentLinks)
		.innerJoin(orders, eq(orders.id, paymentLinks.orderId))
		.leftJoin(products, and(eq(products.id, orders.productId), isNull(products.deletedAt)))
		.where(eq(paymentLinks.tokenHash, await hashToken(token)))
		.get();
	if (!found) throw new ShopError("payment_link_not_found");
	return found;
}

/** What the page of a payment link shows. It has no personal data: the link may be forwarded. */
export type LinkedOrder = Pick<
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
	isPayable: boolean;
	trackingUrl: string | null;
	/** Null if the tool is no longer sold. */
	img: string | null;
};

/** @throws ShopError 404, 429 */
export async function readLinkedOrder(shop: Shop, token: string): Promise<LinkedOrder> {
	const { order, img } = await requireLinkedOrder(shop, token);
	const { state, productId, toolName, toolPartNumber, toolPriceCents, quantity } = order;
	const { cancelReason, reservedUntil } = order;
	return {
		...{ state, productId, toolName, toolPartNumber, toolPriceCents, quantity },
		...{ cancelReason, reservedUntil, img },
		number: orderNumber(order.id),
		totalCents: totalCents(order),
		isPayable: isPayableByLink(order),
		trackingUrl: trackingUrl(order),
	};
}

/** @returns the client secret @throws ShopError 404, 409 if it can no longer be paid or has another total, 429, 503 */
export async function startPaymentByLink(shop: Shop, token: string, priceCents: number) {
	const { order } = await requireLinkedOrder(shop, token);
	await enforceRateLimit(shop.env, "startPayment", order.id);
	requirePayableByLink(order);
	return startOrderPayment(shop, order, priceCents);
}

/** @returns how many orders changed @throws ShopError 402 unless Stripe confirms that this order is paid, 404, 429, 503 */
export async function confirmPaymentByLink(shop: Shop, token: string, intentId: string) {
	const { order } = await requireLinkedOrder(shop, token);
	if (order.transactionId === intentId) return 0;
	await enforceRateLimit(shop.env, "confirmPayment", order.id);
	return confirmOrderPayment(shop, order.id, intentId);
}
