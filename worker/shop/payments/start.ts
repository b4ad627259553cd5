import { and, eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { orders } from "#worker/db/schema.ts";
import { getCardFormSettings } from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";
import { type Checkout, requireOwnCheckout } from "../orders/checkout.ts";
import { findOrder, getTotalCents, type Order, requireOwnOrder } from "../orders/read.ts";
import { requireReadyTo } from "../orders/transition.ts";
import { findOrCreateIntent } from "./find-or-create-intent.ts";
import { orderTotalCents, type PayableOrders } from "./payable.ts";
import { cancelPayment } from "./settle.ts";

export type { CardFormSettings } from "#worker/services/stripe.ts";

export const getCardForm = ({ env }: ShopContext) => getCardFormSettings(env);

/**
 * The contract's request has only a price, which identifies an order if exactly one unpaid order has that total.
 * @throws ShopError 409 if none or several have it
 */
async function findOrderWithTotal({ db }: ShopContext, account: Account, priceCents: number) {
	const [order, second] = await db
		.select({ id: orders.id })
		.from(orders)
		.where(
			and(
				eq(orders.userId, account.id),
				eq(orders.state, "unpaid"),
				eq(orderTotalCents, priceCents),
			),
		)
		.limit(2);
	if (!order || second) throw new ShopError("order_ambiguous");
	return order.id;
}

/**
 * @returns the client secret
 * @throws ShopError any error of `findOrCreateIntent` or `readPayable`; after a ShopError of `readPayable`, the intent is canceled
 */
async function startPaymentFor(
	shop: ShopContext,
	readPayable: () => Promise<PayableOrders>,
): Promise<string> {
	const { id, clientSecret } = await findOrCreateIntent(shop, readPayable);
	try {
		await readPayable();
	} catch (error) {
		// Any other error is an outage. The orders may still be unpaid, so the next attempt reuses the intent.
		if (error instanceof ShopError) await cancelPayment(shop, id);
		throw error;
	}
	if (!clientSecret) throw new ShopError("payment_unavailable");
	return clientSecret;
}

/**
 * Starts the payment of an order, without checking who pays.
 * @throws ShopError 409 if the order is paid or has a different total; 503 if Stripe is unavailable
 */
export async function startOrderPayment(shop: ShopContext, order: Order, priceCents: number) {
	requireReadyTo(order, "pay");
	if (getTotalCents(order) !== priceCents) throw new ShopError("amount_mismatch");
	return startPaymentFor(shop, async () => {
		requireReadyTo(await findOrder(shop, order.id), "pay");
		return { orderId: order.id, checkoutId: null, amountCents: priceCents };
	});
}

/**
 * @param priceCents - the total that the browser shows; it is compared, never charged
 * @param orderId - null for the shopper's only unpaid order with that total
 * @returns the client secret with which the browser confirms the card payment
 * @throws ShopError 401, 403, 404, 429 or 503; 409 if the order is paid or has a different total
 */
export async function startPayment(shop: ShopContext, priceCents: number, orderId: string | null) {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "startPayment", account.id);
	const id = orderId ?? (await findOrderWithTotal(shop, account, priceCents));
	return startOrderPayment(shop, await requireOwnOrder(shop, id), priceCents);
}

/**
 * Starts one payment for the unpaid orders of a checkout, without checking who pays.
 * @param read - reads the checkout, and may check permissions; called before each attempt
 * @throws ShopError any error of `read`; 404 or 503; 409 if the orders are paid or have a different total
 */
export function startPaymentForUnpaidOrders(
	shop: ShopContext,
	read: () => Promise<Checkout>,
	priceCents: number,
) {
	return startPaymentFor(shop, async () => {
		const checkout = await read();
		const { id, unpaidCents } = checkout;
		const [first, second] = checkout.orders.filter(({ state }) => state === "unpaid");
		if (!first) {
			const isPaid = checkout.orders.some(({ transactionId }) => transactionId !== null);
			throw new ShopError(isPaid ? "already_paid" : "checkout_not_found");
		}
		if (unpaidCents !== priceCents) throw new ShopError("checkout_changed");
		// A single unpaid order is paid like an order that was placed alone.
		return { orderId: first.id, checkoutId: second ? id : null, amountCents: unpaidCents };
	});
}

/**
 * Starts one payment for the unpaid orders of a checkout.
 * @param priceCents - the total that the browser shows; it is compared, never charged
 * @returns the client secret with which the browser confirms the card payment
 * @throws ShopError 401, 403, 404, 429 or 503; 409 if the orders are paid or have a different total
 */
export async function startCheckoutPayment(
	shop: ShopContext,
	checkoutId: string,
	priceCents: number,
) {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "startPayment", account.id);
	return startPaymentForUnpaidOrders(shop, () => requireOwnCheckout(shop, checkoutId), priceCents);
}
