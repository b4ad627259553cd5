import { expect } from "vitest";
import { paymentCalls } from "#contract/calls/payments.ts";
import { createJsonInit } from "../../support/shop.ts";
import { chargeCard, markOrderPaid, payOrder } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	invalidForShoppers,
	notFoundForAccounts,
	notFoundForAdmins,
	notFoundForShoppers,
	ownerOnly,
	ownerOrAdmin,
	replaceSuccess,
	unknownId,
	updateResponse,
} from "./row.ts";

export const paymentRows: ContractRow[] = [
	{
		call: paymentCalls.confirmPayment,
		arrange: chargeCard,
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order, paymentId }) => ({ order: order.id, transactionID: paymentId }),
		statuses: ownerOnly,
		invalidCase: { statuses: replaceSuccess(ownerOnly, 400) },
		missingCase: { path: () => `/orders/${unknownId}`, statuses: notFoundForAccounts },
		expectedChanges: ({ order }, { paymentId }) => ({
			order: { ...order, state: "paid", paidAt: expect.any(Date), transactionId: paymentId },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentCalls.confirmPayment,
		path: ({ order }) => `/orders/${order.id}`,
		body: ({ order }) => ({ order: order.id, transactionID: "pi_invented" }),
		statuses: replaceSuccess(ownerOnly, 402),
	},
	{
		call: paymentCalls.refundOrder,
		arrange: payOrder,
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ pieces: 4, restock: true, reason: "damaged", note: "Bent." }),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { path: () => `/orders/${unknownId}/refunds`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }) => ({ product: { ...product, quantity: 104 } }),
		expectedBody: () => ({
			acknowledged: true,
			insertedId: expect.any(String),
			amount: 50,
			status: "sent",
		}),
	},
	{
		call: paymentCalls.refundOrder,
		arrange: payOrder,
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ restock: true, reason: "requested" }),
		statuses: adminOnly,
		expectedChanges: ({ order, product }) => ({
			product: { ...product, quantity: 112 },
			order: { ...order, state: "refunded", refundedAt: expect.any(Date) },
		}),
	},
	{
		call: paymentCalls.refundOrder,
		path: ({ order }) => `/orders/${order.id}/refunds`,
		body: () => ({ amount: 5, reason: "goodwill" }),
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: paymentCalls.checkPayments,
		arrange: chargeCard,
		path: ({ order }) => `/orders/${order.id}/payment-check`,
		statuses: adminOnly,
		missingCase: { path: () => `/orders/${unknownId}/payment-check`, statuses: notFoundForAdmins },
		expectedChanges: ({ order }) => ({
			order: {
				...order,
				state: "paid",
				paidAt: expect.any(Date),
				transactionId: expect.any(String),
			},
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentCalls.restockOrder,
		arrange: async (fixture) => {
			const paidFixture = await payOrder(fixture);
			const path = `/orders/${paidFixture.order.id}/refunds`;
			await paidFixture.accounts.admin.fetch(path, createJsonInit({ reason: "requested" }));
			return paidFixture;
		},
		path: ({ order }) => `/orders/${order.id}/restock`,
		body: () => ({ pieces: 2 }),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { path: () => `/orders/${unknownId}/restock`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }) => ({ product: { ...product, quantity: 102 } }),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentCalls.requestCancellation,
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		statuses: ownerOnly,
		missingCase: {
			path: () => `/orders/${unknownId}/cancellation-request`,
			statuses: notFoundForAccounts,
		},
		expectedChanges: ({ order }) => ({
			order: { ...order, cancellationRequestedAt: expect.any(Date) },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentCalls.declineCancellation,
		arrange: async (fixture) => {
			const paidFixture = await markOrderPaid(fixture);
			const path = `/orders/${paidFixture.order.id}/cancellation-request`;
			await paidFixture.accounts.shopper.fetch(path, { method: "POST" });
			return paidFixture;
		},
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		statuses: adminOnly,
		missingCase: {
			path: () => `/orders/${unknownId}/cancellation-request`,
			statuses: notFoundForAdmins,
		},
		expectedChanges: ({ order }) => ({
			order: { ...order, cancellationDeclinedAt: expect.any(Date) },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentCalls.requestCancellation,
		path: ({ order }) => `/orders/${order.id}/cancellation-request`,
		statuses: replaceSuccess(ownerOnly, 409),
	},
	{
		call: paymentCalls.listRefunds,
		arrange: async (fixture) => {
			const paidFixture = await payOrder(fixture);
			const path = `/orders/${paidFixture.order.id}/refunds`;
			await paidFixture.accounts.admin.fetch(
				path,
				createJsonInit({ amount: 5, reason: "goodwill" }),
			);
			return paidFixture;
		},
		path: ({ order }) => `/orders/${order.id}/refunds`,
		statuses: ownerOrAdmin,
		missingCase: { path: () => `/orders/${unknownId}/refunds`, statuses: notFoundForAccounts },
		expectedBody: () => [expect.objectContaining({ amount: 5, status: "succeeded" })],
	},
	{
		call: paymentCalls.startPayment,
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 150, order: order.id }),
		statuses: ownerOnly,
		invalidCase: { statuses: invalidForShoppers },
		missingCase: { body: () => ({ price: 150, order: unknownId }), statuses: notFoundForShoppers },
		expectedBody: () => ({ clientSecret: expect.stringMatching(/^pi_.+_secret_/) }),
	},
	{
		call: paymentCalls.startPayment,
		path: () => "/create-payment-intent",
		// Without an order ID, the payment is for the shopper's only unpaid order with this total.
		body: () => ({ price: "150" }),
		statuses: { anonymous: 401, shopper: 200, otherShopper: 409, admin: 403 },
	},
	{
		call: paymentCalls.startPayment,
		path: () => "/create-payment-intent",
		body: ({ order }) => ({ price: 0.5, order: order.id }),
		statuses: replaceSuccess(ownerOnly, 409),
	},
];
