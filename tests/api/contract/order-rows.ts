import { expect } from "vitest";
import { orderCalls } from "#contract/calls/orders.ts";
import { asJson } from "../../support/shop.ts";
import { chargeCard, markOrderPaid, markOrderShipped, payOrder } from "./pay.ts";
import { adminOnly, type Row, replace200, type Statuses, unknownId } from "./row.ts";

const ownerOrAdmin: Statuses = [401, 200, 403, 200];
const ownerOnly: Statuses = [401, 200, 403, 403];
const notFoundForAll: Statuses = [401, 404, 404, 404];

export const orderRows: Row[] = [
	{
		call: orderCalls.placeOrder,
		specCall: "POST /orders",
		path: () => "/orders",
		body: ({ product, accounts }) => ({
			toolName: "cheaper",
			toolId: product.id,
			toolPrice: 0.01,
			name: "somebody",
			email: accounts.shopper.email,
			quantity: "10",
			location: "1 Bay Road",
			phone: "555 0100",
		}),
		valid: [401, 200, 403, 403],
		invalid: { statuses: [401, 400, 400, 403] },
		missing: {
			body: ({ accounts }) => ({
				toolId: unknownId,
				email: accounts.shopper.email,
				quantity: 10,
				location: "1 Bay Road",
				phone: "555 0100",
			}),
			statuses: [401, 404, 403, 403],
		},
		expectedChanges: ({ counts, product }) => ({
			counts: { ...counts, orders: (counts?.orders ?? 0) + 1 },
			product: { ...product, quantity: 90 },
		}),
	},
	{
		call: orderCalls.listOrdersOf,
		specCall: "GET /orders/{email}",
		path: ({ accounts }) => `/orders/${accounts.shopper.email}`,
		valid: ownerOrAdmin,
		missing: { path: () => "/orders/nobody@example.com", statuses: [401, 403, 403, 200] },
		expectedBody: ({ order }) => [
			expect.objectContaining({ _id: order.id, toolPrice: 12.5, paid: false }),
		],
	},
	{
		call: orderCalls.deleteOrder,
		specCall: "DELETE /orders/{id}",
		path: ({ order }) => `/orders/${order.id}`,
		valid: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}`, statuses: notFoundForAll },
		expectedChanges: ({ order, product }) => ({
			product: { ...product, quantity: 112 },
			order: {
				...order,
				state: "cancelled",
				cancelledAt: expect.any(Date),
				cancelReason: expect.any(String),
				idempotencyKey: expect.any(String),
			},
		}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: orderCalls.deleteOrder,
		specCall: "DELETE /orders/{id}",
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}`,
		valid: [401, 409, 403, 409],
	},
	{
		call: orderCalls.listAllOrders,
		specCall: "GET /allorders",
		path: () => "/allorders",
		valid: adminOnly,
		expectedBody: ({ order }) =>
			expect.arrayContaining([expect.objectContaining({ _id: order.id })]),
	},
	{
		call: orderCalls.getOrder,
		specCall: "GET /specificorders/{orderid}",
		path: ({ order }) => `/specificorders/${order.id}`,
		valid: ownerOrAdmin,
		missing: { path: () => `/specificorders/${unknownId}`, statuses: notFoundForAll },
		expectedBody: ({ order, product }) => ({
			_id: order.id,
			toolName: product.name,
			toolPartNumber: null,
			toolId: product.id,
			toolPrice: 12.5,
			name: order.name,
			email: order.email,
			quantity: 12,
			location: "1 Bay Road",
			phone: "555 0100",
			paid: false,
			shift: false,
			transactionId: null,
		}),
	},
	{
		call: orderCalls.confirmPayment,
		specCall: "PATCH /orders/{id}",
		arrange: chargeCard,
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order, paymentId }) => ({ order: order.id, transactionID: paymentId }),
		valid: ownerOnly,
		invalid: { statuses: replace200(ownerOnly, 400) },
		missing: { path: () => `/orders/${unknownId}`, statuses: notFoundForAll },
		expectedChanges: ({ order }, { paymentId }) => ({
			order: { ...order, state: "paid", paidAt: expect.any(Date), transactionId: paymentId },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.confirmPayment,
		specCall: "PATCH /orders/{id}",
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order }) => ({ order: order.id, transactionID: "pi_invented" }),
		valid: [401, 402, 403, 403],
	},
	{
		call: orderCalls.refundOrder,
		specCall: "POST /orders/{id}/refunds",
		arrange: payOrder,
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ pieces: 4, restock: true, reason: "damaged", note: "Bent." }),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		missing: {
			path: () => `/orders/${unknownId}/refunds`,
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: ({ product }) => ({ product: { ...product, quantity: 104 } }),
		expectedBody: () => ({
			acknowledged: true,
			insertedId: expect.any(String),
			amount: 50,
			status: "sent",
		}),
	},
	{
		call: orderCalls.refundOrder,
		specCall: "POST /orders/{id}/refunds",
		arrange: payOrder,
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ restock: true, reason: "requested" }),
		valid: adminOnly,
		expectedChanges: ({ order, product }) => ({
			product: { ...product, quantity: 112 },
			order: { ...order, state: "refunded", refundedAt: expect.any(Date) },
		}),
	},
	{
		call: orderCalls.refundOrder,
		specCall: "POST /orders/{id}/refunds",
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ amount: 5, reason: "goodwill" }),
		valid: replace200(adminOnly, 409),
	},
	{
		call: orderCalls.requestCancellation,
		specCall: "POST /orders/{id}/cancellation-request",
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		valid: ownerOnly,
		missing: { path: () => `/orders/${unknownId}/cancellation-request`, statuses: notFoundForAll },
		expectedChanges: ({ order }) => ({
			order: { ...order, cancellationRequestedAt: expect.any(Date) },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.declineCancellation,
		specCall: "DELETE /orders/{id}/cancellation-request",
		arrange: async (fixture) => {
			const paid = await markOrderPaid(fixture);
			const path = `/orders/${paid.order.id}/cancellation-request`;
			await paid.accounts.shopper.fetch(path, { method: "POST" });
			return paid;
		},
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		valid: adminOnly,
		missing: {
			path: () => `/orders/${unknownId}/cancellation-request`,
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: ({ order }) => ({
			order: { ...order, cancellationDeclinedAt: expect.any(Date) },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.requestCancellation,
		specCall: "POST /orders/{id}/cancellation-request",
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		valid: replace200(ownerOnly, 409),
	},
	{
		call: orderCalls.listRefunds,
		specCall: "GET /orders/{id}/refunds",
		arrange: async (fixture) => {
			const paid = await payOrder(fixture);
			const path = `/orders/${paid.order.id}/refunds`;
			await paid.accounts.admin.fetch(path, asJson({ amount: 5, reason: "goodwill" }));
			return paid;
		},
		path: ({ order }) => `/orders/${order.id}/refunds`,
		valid: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}/refunds`, statuses: notFoundForAll },
		expectedBody: () => [expect.objectContaining({ amount: 5, status: "succeeded" })],
	},
	{
		call: orderCalls.shipOrder,
		specCall: "PATCH /shiftorders/{id}",
		arrange: markOrderPaid,
		path: ({ order }) => `/shiftorders/${order.id}`,
		valid: adminOnly,
		missing: { path: () => `/shiftorders/${unknownId}`, statuses: replace200(adminOnly, 404) },
		expectedChanges: ({ order }) => ({
			order: { ...order, state: "shipped", shippedAt: expect.any(Date) },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.shipOrder,
		specCall: "PATCH /shiftorders/{id}",
		path: ({ order }) => `/shiftorders/${order.id}`,
		valid: replace200(adminOnly, 409),
	},
	{
		call: orderCalls.getShipment,
		specCall: "GET /orders/{id}/shipment",
		path: ({ order }) => `/orders/${order.id}/shipment`,
		valid: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}/shipment`, statuses: notFoundForAll },
		expectedBody: ({ order }) => ({
			order: order.id,
			state: "unpaid",
			shippedAt: null,
			deliveredAt: null,
			carrier: null,
			trackingNumber: null,
			trackingUrl: null,
		}),
	},
	{
		call: orderCalls.saveShipment,
		specCall: "POST /orders/{id}/shipment",
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}/shipment`,
		body: () => ({ carrier: "fedex", trackingNumber: "7712 3456 7890" }),
		valid: adminOnly,
		invalid: {
			body: () => ({ carrier: "fedex" }),
			statuses: replace200(adminOnly, 400),
		},
		missing: { path: () => `/orders/${unknownId}/shipment`, statuses: replace200(adminOnly, 404) },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "shipped",
				shippedAt: expect.any(Date),
				carrier: "FedEx",
				trackingNumber: "771234567890",
			},
		}),
		expectedBody: ({ order }) => ({
			order: order.id,
			state: "shipped",
			shippedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			deliveredAt: null,
			carrier: "FedEx",
			trackingNumber: "771234567890",
			trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=771234567890",
		}),
	},
	{
		call: orderCalls.saveShipment,
		specCall: "POST /orders/{id}/shipment",
		path: ({ order }) => `/orders/${order.id}/shipment`,
		body: () => ({}),
		valid: replace200(adminOnly, 409),
		invalid: {
			body: () => ({ trackingNumber: 7 }),
			statuses: replace200(adminOnly, 400),
		},
	},
	{
		call: orderCalls.deliverOrder,
		specCall: "POST /orders/{id}/delivery",
		arrange: markOrderShipped,
		path: ({ order }) => `/orders/${order.id}/delivery`,
		valid: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}/delivery`, statuses: notFoundForAll },
		expectedChanges: ({ order }) => ({
			order: { ...order, state: "delivered", deliveredAt: expect.any(Date) },
		}),
	},
	{
		call: orderCalls.deliverOrder,
		specCall: "POST /orders/{id}/delivery",
		path: ({ order }) => `/orders/${order.id}/delivery`,
		valid: replace200(ownerOrAdmin, 409),
	},
	{
		call: orderCalls.addNote,
		specCall: "POST /orders/{id}/notes",
		path: ({ order }) => `/orders/${order.id}/notes`,
		body: () => ({ text: "Call before delivery" }),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		missing: { path: () => `/orders/${unknownId}/notes`, statuses: replace200(adminOnly, 404) },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: orderCalls.listNotes,
		specCall: "GET /orders/{id}/notes",
		path: ({ order }) => `/orders/${order.id}/notes`,
		valid: adminOnly,
		missing: { path: () => `/orders/${unknownId}/notes`, statuses: replace200(adminOnly, 404) },
		expectedBody: () => [],
	},
	{
		call: orderCalls.deleteNote,
		specCall: "DELETE /orders/{id}/notes/{note}",
		path: ({ order }) => `/orders/${order.id}/notes/${unknownId}`,
		valid: adminOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: 0 }),
	},
	{
		call: orderCalls.getTimeline,
		specCall: "GET /orders/{id}/timeline",
		arrange: markOrderShipped,
		path: ({ order }) => `/orders/${order.id}/timeline`,
		valid: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}/timeline`, statuses: notFoundForAll },
		expectedBody: () =>
			["Shipped", "Paid", "Placed"].map((text) => ({
				...{ at: expect.any(String), text, detail: "", by: "" },
			})),
	},
	{
		call: orderCalls.shipMany,
		specCall: "POST /shipments",
		arrange: markOrderPaid,
		path: () => "/shipments",
		body: ({ order }) => ({
			shipments: [
				{ order: order.id.slice(0, 12), carrier: "ups", trackingNumber: "1Z 999" },
				{ order: unknownId },
			],
		}),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "shipped",
				shippedAt: expect.any(Date),
				carrier: "UPS",
				trackingNumber: "1Z999",
			},
		}),
		expectedBody: ({ order }) => ({
			results: [
				{
					order: order.id.slice(0, 12),
					orderId: order.id,
					result: "shipped",
					message: "Shipped",
				},
				{
					order: unknownId,
					orderId: null,
					result: "not_found",
					message: "There is no order with this number",
				},
			],
		}),
	},
	{
		call: orderCalls.shipMany,
		specCall: "POST /shipments",
		arrange: markOrderPaid,
		path: () => "/shipments",
		body: ({ order }) => ({ shipments: [{ order: order.id }], dryRun: true }),
		valid: adminOnly,
		invalid: { body: () => ({ shipments: [] }), statuses: replace200(adminOnly, 400) },
		expectedBody: ({ order }) => ({
			results: [{ order: order.id, orderId: order.id, result: "ready", message: "Ready to ship" }],
		}),
	},
	{
		call: orderCalls.startPayment,
		specCall: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 150, order: order.id }),
		valid: [401, 200, 403, 403],
		invalid: { statuses: [401, 400, 400, 403] },
		missing: { body: () => ({ price: 150, order: unknownId }), statuses: [401, 404, 404, 403] },
		expectedBody: () => ({ clientSecret: expect.stringMatching(/^pi_.+_secret_/) }),
	},
	{
		call: orderCalls.startPayment,
		specCall: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: () => ({ price: "150" }),
		valid: [401, 200, 409, 403],
	},
	{
		call: orderCalls.startPayment,
		specCall: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 0.5, order: order.id }),
		valid: [401, 409, 403, 403],
	},
];
