import { orderCalls } from "#contract/calls/orders.ts";
import { paymentCalls } from "#contract/calls/payments.ts";
import { shipmentCalls } from "#contract/calls/shipments.ts";
import { getTrackingUrl } from "#contract/carriers.ts";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { errors, fieldError } from "#contract/errors.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { requireOwnEmail } from "#worker/auth/authorize.ts";
import { createApp } from "#worker/http/app.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { declineCancellation, requestCancellation } from "#worker/shop/orders/cancellation.ts";
import { deliverOrder } from "#worker/shop/orders/deliver.ts";
import { listAllOrders, listCustomerOrders } from "#worker/shop/orders/list.ts";
import { addNote, deleteNote, listNotes } from "#worker/shop/orders/notes.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { type Order, requireOrder, requireOwnOrder } from "#worker/shop/orders/read.ts";
import { saveShipment, shipOrder } from "#worker/shop/orders/ship.ts";
import { checkShipments, shipMany } from "#worker/shop/orders/ship-many.ts";
import { readShipmentLine } from "#worker/shop/orders/shipment-lines.ts";
import { getTimeline } from "#worker/shop/orders/timeline.ts";
import { checkOrderPayments } from "#worker/shop/payments/check-order.ts";
import { listOrderRefunds, type OrderRefund } from "#worker/shop/payments/order-refunds.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { restockOrder } from "#worker/shop/payments/restock-order.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import {
	getIdempotencyKey,
	register,
	respondWithPage,
	toDeleteResult,
	toInsertResult,
	toUpdateResult,
} from "./calls.ts";

export const toOrderJson = (order: Order) => ({
	_id: order.id,
	toolName: order.toolName,
	toolPartNumber: order.toolPartNumber,
	toolId: order.productId,
	toolPrice: dollarsFromCents(order.toolPriceCents),
	name: order.name,
	email: order.email,
	quantity: order.quantity,
	...mapDeliveryFields((name) => order[name]),
	paid: order.paidAt !== null,
	shift: order.shippedAt !== null,
	transactionId: order.transactionId,
});

const toShipmentJson = (order: Order) => ({
	order: order.id,
	state: order.state,
	shippedAt: order.shippedAt?.toISOString() ?? null,
	deliveredAt: order.deliveredAt?.toISOString() ?? null,
	carrier: order.carrier,
	trackingNumber: order.trackingNumber,
	trackingUrl: getTrackingUrl(order),
});

const toRefundJson = ({ id, amountCents, createdAt, ...refund }: OrderRefund) => ({
	_id: id,
	amount: dollarsFromCents(amountCents),
	...refund,
	createdAt: createdAt.toISOString(),
});

export const orderRoutes = createApp();

register(orderRoutes, orderCalls.placeOrder, async ({ shop, context, readBody }) => {
	const { toolId, email, ...purchase } = await readBody();
	requireOwnEmail(shop, email);
	const idempotencyKey = getIdempotencyKey(context);
	return toInsertResult(await placeOrder(shop, { ...purchase, productId: toolId, idempotencyKey }));
});

register(orderRoutes, orderCalls.listCustomerOrders, async ({ shop, context, param, readQuery }) =>
	respondWithPage(
		context,
		await listCustomerOrders(shop, param("email"), readQuery().after),
		toOrderJson,
	),
);

register(orderRoutes, orderCalls.deleteOrder, async ({ shop, param }) => {
	await cancelOrder(shop, param("id"));
	return toDeleteResult(1);
});

register(orderRoutes, paymentCalls.confirmPayment, async ({ shop, param, readBody }) => {
	const id = param("id");
	await requireOwnOrder(shop, id);
	const { order, transactionID } = await readBody();
	if (order !== undefined && order !== id)
		throw fieldError("order", errors.order_not_found.message);
	return toUpdateResult(await confirmPayment(shop, id, transactionID));
});

register(orderRoutes, orderCalls.listAllOrders, async ({ shop, context, readQuery }) =>
	respondWithPage(context, await listAllOrders(shop, readQuery().after), toOrderJson),
);

register(orderRoutes, orderCalls.getOrder, async ({ shop, param }) =>
	toOrderJson(await requireOrder(shop, param("orderid"))),
);

register(orderRoutes, shipmentCalls.shipOrder, async ({ shop, param }) =>
	toUpdateResult(await shipOrder(shop, param("id"))),
);

register(orderRoutes, shipmentCalls.getShipment, async ({ shop, param }) =>
	toShipmentJson(await requireOrder(shop, param("id"))),
);

register(orderRoutes, shipmentCalls.saveShipment, async ({ shop, param, readBody }) => {
	const { carrier, trackingNumber } = await readBody();
	const shipment = trackingNumber === undefined ? null : { carrier, trackingNumber };
	return toShipmentJson(await saveShipment(shop, param("id"), shipment));
});

register(orderRoutes, shipmentCalls.deliverOrder, async ({ shop, param }) => {
	await deliverOrder(shop, param("id"));
	return toShipmentJson(await requireOrder(shop, param("id"), "orders:ship"));
});

register(orderRoutes, orderCalls.listNotes, async ({ shop, param }) =>
	(await listNotes(shop, param("id"))).map(({ id, text, author, createdAt }) => ({
		_id: id,
		text,
		author,
		createdAt: createdAt.toISOString(),
	})),
);

register(orderRoutes, orderCalls.addNote, async ({ shop, param, readBody }) =>
	toInsertResult(await addNote(shop, param("id"), (await readBody()).text)),
);

register(orderRoutes, orderCalls.deleteNote, async ({ shop, param }) =>
	toDeleteResult(await deleteNote(shop, param("id"), param("note"))),
);

register(orderRoutes, orderCalls.getTimeline, async ({ shop, param }) =>
	(await getTimeline(shop, param("id"))).map((event) => ({ ...event, at: event.at.toISOString() })),
);

register(orderRoutes, shipmentCalls.shipMany, async ({ shop, readBody }) => {
	const { shipments, dryRun } = await readBody();
	const lines = shipments.map(({ order, carrier, trackingNumber }, index) =>
		readShipmentLine(index + 1, order, carrier, trackingNumber),
	);
	const checked = await (dryRun ? checkShipments : shipMany)(shop, lines);
	const results = checked.map(({ line, order, result, message }) => ({
		order: line.order,
		orderId: order?.id ?? null,
		result,
		message,
	}));
	return { results };
});

register(orderRoutes, paymentCalls.refundOrder, async ({ shop, context, param, readBody }) => {
	const input = { ...(await readBody()), idempotencyKey: getIdempotencyKey(context) };
	const { id, amountCents, status } = await refundOrder(shop, param("id"), input);
	return { ...toInsertResult(id), amount: dollarsFromCents(amountCents), status };
});

register(orderRoutes, paymentCalls.checkPayments, async ({ shop, param }) =>
	toUpdateResult((await checkOrderPayments(shop, param("id"))) ?? 0),
);

register(orderRoutes, paymentCalls.restockOrder, async ({ shop, context, param, readBody }) => {
	const { pieces } = await readBody();
	await restockOrder(shop, param("id"), { pieces, idempotencyKey: getIdempotencyKey(context) });
	return toUpdateResult(1);
});

register(orderRoutes, paymentCalls.requestCancellation, async ({ shop, param }) =>
	toUpdateResult(await requestCancellation(shop, param("id"))),
);

register(orderRoutes, paymentCalls.declineCancellation, async ({ shop, param }) =>
	toUpdateResult(await declineCancellation(shop, param("id"))),
);

register(orderRoutes, paymentCalls.listRefunds, async ({ shop, param }) =>
	(await listOrderRefunds(shop, param("id"))).map(toRefundJson),
);

register(orderRoutes, paymentCalls.startPayment, async ({ shop, readBody }) => {
	const { price, order } = await readBody();
	return { clientSecret: await startPayment(shop, price, order ?? null) };
});
