import { expect } from "vitest";
import { orderCalls } from "#contract/calls/orders.ts";
import { chargeCard, markOrderPaid } from "./pay.ts";
import { adminOnly, insteadOf200, nowhere, type Row, type Statuses } from "./row.ts";

const ownerOrAdmin: Statuses = [401, 200, 403, 200];
const owner: Statuses = [401, 200, 403, 403];
const missingToAll: Statuses = [401, 404, 404, 404];

export const orderRows: Row[] = [
	{
		call: orderCalls.placeOrder,
		named: "POST /orders",
		path: () => "/orders",
		body: ({ product, people }) => ({
			toolName: "cheaper",
			toolId: product.id,
			toolPrice: 0.01,
			name: "somebody",
			email: people.shopper.email,
			quantity: "10",
			location: "1 Bay Road",
			phone: "555 0100",
		}),
		good: [401, 200, 403, 403],
		bad: { statuses: [401, 400, 400, 403] },
		missing: {
			body: ({ people }) => ({
				toolId: nowhere,
				email: people.shopper.email,
				quantity: 10,
				location: "1 Bay Road",
				phone: "555 0100",
			}),
			statuses: [401, 404, 403, 403],
		},
		effect: ({ counts, product }) => ({
			counts: { ...counts, orders: (counts?.orders ?? 0) + 1 },
			product: { ...product, quantity: 90 },
		}),
	},
	{
		call: orderCalls.listOrdersOf,
		named: "GET /orders/{email}",
		path: ({ people }) => `/orders/${people.shopper.email}`,
		good: ownerOrAdmin,
		missing: { path: () => "/orders/nobody@example.com", statuses: [401, 403, 403, 200] },
		answers: ({ order }) => [
			expect.objectContaining({ _id: order.id, toolPrice: 12.5, paid: false }),
		],
	},
	{
		call: orderCalls.deleteOrder,
		named: "DELETE /orders/{id}",
		path: ({ order }) => `/orders/${order.id}`,
		good: ownerOrAdmin,
		missing: { path: () => `/orders/${nowhere}`, statuses: missingToAll },
		effect: ({ order, product }) => ({
			product: { ...product, quantity: 112 },
			order: {
				...order,
				state: "cancelled",
				cancelledAt: expect.any(Date),
				idempotencyKey: expect.any(String),
			},
		}),
		answers: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: orderCalls.deleteOrder,
		named: "DELETE /orders/{id}",
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}`,
		good: [401, 409, 403, 409],
	},
	{
		call: orderCalls.listAllOrders,
		named: "GET /allorders",
		path: () => "/allorders",
		good: adminOnly,
		answers: ({ order }) => expect.arrayContaining([expect.objectContaining({ _id: order.id })]),
	},
	{
		call: orderCalls.getOrder,
		named: "GET /specificorders/{orderid}",
		path: ({ order }) => `/specificorders/${order.id}`,
		good: ownerOrAdmin,
		missing: { path: () => `/specificorders/${nowhere}`, statuses: missingToAll },
		answers: ({ order, product }) => ({
			_id: order.id,
			toolName: product.name,
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
		named: "PATCH /orders/{id}",
		arrange: chargeCard,
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order, paymentId }) => ({ order: order.id, transactionID: paymentId }),
		good: owner,
		bad: { statuses: insteadOf200(owner, 400) },
		missing: { path: () => `/orders/${nowhere}`, statuses: missingToAll },
		effect: ({ order }, { paymentId }) => ({
			order: { ...order, state: "paid", paidAt: expect.any(Date), transactionId: paymentId },
		}),
		answers: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.confirmPayment,
		named: "PATCH /orders/{id}",
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order }) => ({ order: order.id, transactionID: "pi_invented" }),
		good: [401, 402, 403, 403],
	},
	{
		call: orderCalls.shipOrder,
		named: "PATCH /shiftorders/{id}",
		arrange: markOrderPaid,
		path: ({ order }) => `/shiftorders/${order.id}`,
		good: adminOnly,
		missing: { path: () => `/shiftorders/${nowhere}`, statuses: insteadOf200(adminOnly, 404) },
		effect: ({ order }) => ({
			order: { ...order, state: "shipped", shippedAt: expect.any(Date) },
		}),
		answers: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: orderCalls.shipOrder,
		named: "PATCH /shiftorders/{id}",
		path: ({ order }) => `/shiftorders/${order.id}`,
		good: insteadOf200(adminOnly, 409),
	},
	{
		call: orderCalls.startPayment,
		named: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 150, order: order.id }),
		good: [401, 200, 403, 403],
		bad: { statuses: [401, 400, 400, 403] },
		missing: { body: () => ({ price: 150, order: nowhere }), statuses: [401, 404, 404, 403] },
		answers: () => ({ clientSecret: expect.stringMatching(/^pi_.+_secret_/) }),
	},
	{
		call: orderCalls.startPayment,
		named: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: () => ({ price: "150" }),
		good: [401, 200, 409, 403],
	},
	{
		call: orderCalls.startPayment,
		named: "POST /create-payment-intent",
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 0.5, order: order.id }),
		good: [401, 409, 403, 403],
	},
];
