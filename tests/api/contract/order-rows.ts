import { expect } from "vitest";
import { orderCalls } from "#contract/calls/orders.ts";
import { markOrderPaid, markOrderShipped } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	notFoundForAccounts,
	ownerOrAdmin,
	replaceSuccess,
	unknownId,
} from "./row.ts";

export const orderRows: ContractRow[] = [
	{
		call: orderCalls.placeOrder,
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
			company: "Bay Garage",
			vatNumber: "de 123 456 789",
			purchaseOrder: "PO 4711",
		}),
		statuses: [401, 200, 403, 403],
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
		call: orderCalls.listCustomerOrders,
		path: ({ accounts }) => `/orders/${accounts.shopper.email}`,
		statuses: ownerOrAdmin,
		missing: { path: () => "/orders/nobody@example.com", statuses: [401, 403, 403, 200] },
		expectedBody: ({ order }) => [
			expect.objectContaining({ _id: order.id, toolPrice: 12.5, paid: false }),
		],
	},
	{
		call: orderCalls.deleteOrder,
		path: ({ order }) => `/orders/${order.id}`,
		statuses: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}`, statuses: notFoundForAccounts },
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
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}`,
		statuses: [401, 409, 403, 409],
	},
	{
		call: orderCalls.listAllOrders,
		path: () => "/allorders",
		statuses: adminOnly,
		expectedBody: ({ order }) =>
			expect.arrayContaining([expect.objectContaining({ _id: order.id })]),
	},
	{
		call: orderCalls.getOrder,
		path: ({ order }) => `/specificorders/${order.id}`,
		statuses: ownerOrAdmin,
		missing: { path: () => `/specificorders/${unknownId}`, statuses: notFoundForAccounts },
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
			company: "",
			vatNumber: "",
			purchaseOrder: "",
			paid: false,
			shift: false,
			transactionId: null,
		}),
	},
	{
		call: orderCalls.addNote,
		path: ({ order }) => `/orders/${order.id}/notes`,
		body: () => ({ text: "Call before delivery" }),
		statuses: adminOnly,
		invalid: { statuses: replaceSuccess(adminOnly, 400) },
		missing: { path: () => `/orders/${unknownId}/notes`, statuses: replaceSuccess(adminOnly, 404) },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: orderCalls.listNotes,
		path: ({ order }) => `/orders/${order.id}/notes`,
		statuses: adminOnly,
		missing: { path: () => `/orders/${unknownId}/notes`, statuses: replaceSuccess(adminOnly, 404) },
		expectedBody: () => [],
	},
	{
		call: orderCalls.deleteNote,
		path: ({ order }) => `/orders/${order.id}/notes/${unknownId}`,
		statuses: adminOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: 0 }),
	},
	{
		call: orderCalls.getTimeline,
		arrange: markOrderShipped,
		path: ({ order }) => `/orders/${order.id}/timeline`,
		statuses: ownerOrAdmin,
		missing: { path: () => `/orders/${unknownId}/timeline`, statuses: notFoundForAccounts },
		expectedBody: () =>
			["Shipped", "Paid", "Placed"].map((text) => ({
				...{ at: expect.any(String), text, detail: "", by: "" },
			})),
	},
];
