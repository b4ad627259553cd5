import { expect } from "vitest";
import { shipmentCalls } from "#contract/calls/shipments.ts";
import { addOrder } from "../../support/orders.ts";
import { markOrderPaid, markOrderShipped } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	notFoundForAccounts,
	notFoundForAdmins,
	ownerOrAdmin,
	replaceSuccess,
	unknownId,
	updateResponse,
} from "./row.ts";

export const shipmentRows: ContractRow[] = [
	{
		call: shipmentCalls.shipOrder,
		arrange: markOrderPaid,
		path: ({ order }) => `/shiftorders/${order.id}`,
		statuses: adminOnly,
		missingCase: { path: () => `/shiftorders/${unknownId}`, statuses: notFoundForAdmins },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "shipped",
				shippedAt: expect.any(Date),
				shippedQuantity: order?.quantity,
			},
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: shipmentCalls.shipOrder,
		path: ({ order }) => `/shiftorders/${order.id}`,
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: shipmentCalls.getShipment,
		path: ({ order }) => `/orders/${order.id}/shipment`,
		statuses: ownerOrAdmin,
		missingCase: { path: () => `/orders/${unknownId}/shipment`, statuses: notFoundForAccounts },
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
		call: shipmentCalls.saveShipment,
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}/shipment`,
		body: () => ({ carrier: "fedex", trackingNumber: "7712 3456 7890" }),
		statuses: adminOnly,
		invalidCase: { body: () => ({ carrier: "fedex" }), statuses: invalidForAdmins },
		missingCase: { path: () => `/orders/${unknownId}/shipment`, statuses: notFoundForAdmins },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "shipped",
				shippedAt: expect.any(Date),
				shippedQuantity: order?.quantity,
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
		call: shipmentCalls.saveShipment,
		path: ({ order }) => `/orders/${order.id}/shipment`,
		body: () => ({}),
		statuses: replaceSuccess(adminOnly, 409),
		invalidCase: { body: () => ({ trackingNumber: 7 }), statuses: invalidForAdmins },
	},
	{
		call: shipmentCalls.saveShipment,
		async arrange(fixture) {
			const { shop, product } = fixture;
			const recipient = { email: "other@example.com", location: "Elsewhere" };
			const at = new Date();
			await addOrder(shop, {
				productId: product.id,
				...recipient,
				paidAt: at,
				shippedAt: at,
				trackingNumber: "77",
			});
			return markOrderPaid(fixture);
		},
		path: ({ order }) => `/orders/${order.id}/shipment`,
		body: () => ({ trackingNumber: "77" }),
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: shipmentCalls.deliverOrder,
		arrange: markOrderShipped,
		path: ({ order }) => `/orders/${order.id}/delivery`,
		statuses: ownerOrAdmin,
		missingCase: { path: () => `/orders/${unknownId}/delivery`, statuses: notFoundForAccounts },
		expectedChanges: ({ order }) => ({
			order: { ...order, state: "delivered", deliveredAt: expect.any(Date) },
		}),
	},
	{
		call: shipmentCalls.deliverOrder,
		path: ({ order }) => `/orders/${order.id}/delivery`,
		statuses: replaceSuccess(ownerOrAdmin, 409),
	},
	{
		call: shipmentCalls.shipMany,
		arrange: markOrderPaid,
		path: () => "/shipments",
		body: ({ order }) => ({
			shipments: [
				{ order: order.id.slice(0, 12), carrier: "ups", trackingNumber: "1Z 999" },
				{ order: unknownId },
			],
		}),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "shipped",
				shippedAt: expect.any(Date),
				shippedQuantity: order?.quantity,
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
		call: shipmentCalls.shipMany,
		arrange: markOrderPaid,
		path: () => "/shipments",
		body: ({ order }) => ({ shipments: [{ order: order.id }], dryRun: true }),
		statuses: adminOnly,
		invalidCase: { body: () => ({ shipments: [] }), statuses: invalidForAdmins },
		expectedBody: ({ order }) => ({
			results: [{ order: order.id, orderId: order.id, result: "ready", message: "Ready to ship" }],
		}),
	},
];
