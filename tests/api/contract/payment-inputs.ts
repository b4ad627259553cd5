import { paymentLinkCalls } from "#contract/calls/payment-links.ts";
import { paymentCalls } from "#contract/calls/payments.ts";
import { shipmentCalls } from "#contract/calls/shipments.ts";
import type { InputCase } from "./input-case.ts";
import { getInvalidTexts } from "./invalid-values.ts";

export const paymentInputs: InputCase[] = [
	{
		call: paymentCalls.refundOrder,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/refunds`,
		validBody: () => ({ pieces: 1, reason: "damaged" }),
		invalidValues: {
			pieces: [0, -1, 1.5, "", "one", null],
			reason: ["", "because", null],
			restock: ["yes", 1, null],
			note: ["x".repeat(501), 5],
		},
	},
	{
		call: paymentCalls.restockOrder,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/restock`,
		validBody: () => ({ pieces: 1 }),
		invalidValues: { pieces: [undefined, 0, -1, 1.5, "", "one", null] },
	},
	{
		call: paymentCalls.confirmPayment,
		role: "shopper",
		path: ({ order }) => `/orders/${order.id}`,
		validBody: ({ order }) => ({ order: order.id, transactionID: "pi_none" }),
		invalidValues: {
			order: [null, "", 7, {}, "000000000000000000000000", "x".repeat(129)],
			transactionID: getInvalidTexts({ maxLength: 128 }),
		},
	},
	{
		call: shipmentCalls.saveShipment,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/shipment`,
		validBody: () => ({ carrier: "UPS", trackingNumber: "1Z999" }),
		invalidValues: {
			carrier: [7, true, {}, [], "x".repeat(41)],
			trackingNumber: ["", " ", null, undefined, 7, true, {}, "über", "1\u00002", "x".repeat(65)],
		},
	},
	{
		call: shipmentCalls.shipMany,
		role: "admin",
		path: () => "/shipments",
		validBody: ({ order }) => ({ shipments: [{ order: order.id }] }),
		invalidValues: {
			shipments: [undefined, null, 7, "", {}],
			dryRun: [null, 7, "yes", {}],
		},
	},
	{
		call: paymentLinkCalls.placeOrdersForCustomer,
		role: "admin",
		path: () => "/customer-orders",
		validBody: ({ product }) => ({
			email: "new@example.com",
			name: "Ann New",
			location: "1 Bay Road",
			phone: "555 0100",
			lines: [{ toolId: product.id, quantity: 10 }],
		}),
		invalidValues: {
			email: [undefined, null, "", 7, "nobody", "a@b", `${"x".repeat(250)}@example.com`],
			name: ["", 7, {}, "x".repeat(121)],
			lines: [undefined, null, "", []],
			location: getInvalidTexts({ maxLength: 300 }),
			phone: getInvalidTexts({ maxLength: 32 }),
		},
	},
	{
		call: paymentLinkCalls.createPaymentLink,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/payment-links`,
		validBody: () => ({ email: false }),
		invalidValues: { email: [null, "yes", 1, {}] },
	},
	{
		call: paymentLinkCalls.startLinkPayment,
		role: "shopper",
		path: () => `/payment-links/${"a".repeat(32)}/intent`,
		validBody: () => ({ price: 150 }),
		invalidValues: { price: [undefined, null, "", "free", {}, -1, 1.999, 1e21] },
	},
	{
		call: paymentLinkCalls.confirmLinkPayment,
		role: "shopper",
		path: () => `/payment-links/${"a".repeat(32)}`,
		validBody: () => ({ transactionID: "pi_1" }),
		invalidValues: { transactionID: [undefined, null, "", 7, {}, "x".repeat(129)] },
	},
	{
		call: paymentCalls.startPayment,
		role: "shopper",
		path: () => "/create-payment-intent",
		validBody: ({ order }) => ({ price: 150, order: order.id }),
		invalidValues: {
			price: [undefined, null, "", "free", {}, -1, 1.999, 1e21],
			order: [null, "", 7, {}, "x".repeat(129)],
		},
	},
];
