import { checkoutCalls } from "#contract/calls/checkouts.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { createApp } from "#worker/http/app.ts";
import { requireCheckout, requireOwnCheckout } from "#worker/shop/orders/checkout.ts";
import { placeOrders } from "#worker/shop/orders/place.ts";
import { confirmCheckout } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment } from "#worker/shop/payments/start.ts";
import { getIdempotencyKey, register, toInsertResult, toUpdateResult } from "./calls.ts";
import { toOrderJson } from "./orders.ts";

export const checkoutRoutes = createApp();

register(checkoutRoutes, checkoutCalls.placeOrders, async ({ shop, context, readBody }) => {
	const { lines, ...delivery } = await readBody();
	const { checkoutId, orderIds } = await placeOrders(shop, {
		...delivery,
		lines: lines.map(({ toolId, quantity, price }) => ({
			productId: toolId,
			quantity,
			shownCents: price,
		})),
		idempotencyKey: getIdempotencyKey(context),
	});
	return { ...toInsertResult(checkoutId), orders: orderIds };
});

register(checkoutRoutes, checkoutCalls.getCheckout, async ({ shop, param }) => {
	const { id, orders, unpaidCents } = await requireCheckout(shop, param("id"));
	const activeOrders = orders.filter(({ state }) => state !== "cancelled");
	return { _id: id, total: dollarsFromCents(unpaidCents), orders: activeOrders.map(toOrderJson) };
});

register(checkoutRoutes, checkoutCalls.startCheckoutPayment, async ({ shop, param, readBody }) => {
	await requireOwnCheckout(shop, param("id"));
	const { price } = await readBody();
	return { clientSecret: await startCheckoutPayment(shop, param("id"), price) };
});

register(checkoutRoutes, checkoutCalls.confirmCheckout, async ({ shop, param, readBody }) => {
	await requireOwnCheckout(shop, param("id"));
	const { transactionID } = await readBody();
	return toUpdateResult(await confirmCheckout(shop, param("id"), transactionID));
});
