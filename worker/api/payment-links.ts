import { paymentLinkCalls } from "#contract/calls/payment-links.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { createApp } from "#worker/http/app.ts";
import { copyPaymentLink, emailPaymentLink } from "#worker/shop/orders/payment-links.ts";
import { placeOrdersForCustomer } from "#worker/shop/orders/place-for-customer.ts";
import {
	confirmPaymentByLink,
	readLinkedOrders,
	startPaymentByLink,
} from "#worker/shop/payments/pay-by-link.ts";
import { getIdempotencyKey, register, toUpdateResult } from "./calls.ts";

export const paymentLinkRoutes = createApp();

register(
	paymentLinkRoutes,
	paymentLinkCalls.placeOrdersForCustomer,
	async ({ shop, context, readBody }) => {
		const { email, name, lines, ...delivery } = await readBody();
		const orders = await placeOrdersForCustomer(shop, {
			...delivery,
			customer: { email, name, phone: delivery.phone },
			lines: lines.map(({ toolId, quantity, price }) => ({
				productId: toolId,
				quantity,
				shownCents: price,
			})),
			idempotencyKey: getIdempotencyKey(context),
		});
		return { acknowledged: true, orders };
	},
);

register(
	paymentLinkRoutes,
	paymentLinkCalls.createPaymentLink,
	async ({ shop, param, readBody }) => {
		const { email } = await readBody();
		if (!email) return { acknowledged: true, url: await copyPaymentLink(shop, param("id")) };
		await emailPaymentLink(shop, param("id"));
		return { acknowledged: true, url: null };
	},
);

register(paymentLinkRoutes, paymentLinkCalls.getLinkedOrders, async ({ shop, param }) => {
	const { orders, dueCents } = await readLinkedOrders(shop, param("token"));
	return {
		payable: dueCents !== null,
		total: dollarsFromCents(dueCents ?? 0),
		orders: orders.map((order) => ({
			order: order.number,
			state: order.state,
			toolName: order.toolName,
			toolPrice: dollarsFromCents(order.toolPriceCents),
			quantity: order.quantity,
			total: dollarsFromCents(order.totalCents),
		})),
	};
});

register(
	paymentLinkRoutes,
	paymentLinkCalls.startLinkPayment,
	async ({ shop, param, readBody }) => ({
		clientSecret: await startPaymentByLink(shop, param("token"), (await readBody()).price),
	}),
);

register(
	paymentLinkRoutes,
	paymentLinkCalls.confirmLinkPayment,
	async ({ shop, param, readBody }) =>
		toUpdateResult(
			await confirmPaymentByLink(shop, param("token"), (await readBody()).transactionID),
		),
);
