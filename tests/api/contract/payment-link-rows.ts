import { expect } from "vitest";
import { paymentLinkCalls } from "#contract/calls/payment-links.ts";
import { orderNumber } from "#contract/shop.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { paymentLinks } from "#worker/db/schema.ts";
import { createJsonInit } from "../../support/shop.ts";
import { createTestStripe, getIntentId } from "../../support/stripe.ts";
import type { Fixture } from "./fixture.ts";
import { markOrderPaid } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	invalidForEveryone,
	notFoundForAdmins,
	notFoundForEveryone,
	okForEveryone,
	replaceSuccess,
	unknownId,
	updateResponse,
} from "./row.ts";

/** Returns the token of the payment link: the order's ID in the characters that tokens can have. */
const getLinkToken = ({ order }: Fixture) => order.id.replace(/[0189]/g, "z").padEnd(32, "a");

async function addLink(fixture: Fixture): Promise<Fixture> {
	const tokenHash = await hashToken(getLinkToken(fixture));
	await fixture.shop.db.insert(paymentLinks).values({ tokenHash, orderId: fixture.order.id });
	return fixture;
}

/** Charges a card through the payment link. The shop does not learn of the charge, because its webhook is dropped. */
async function chargeThroughLink(fixture: Fixture): Promise<Fixture> {
	await addLink(fixture);
	const stripe = createTestStripe(fixture.shop);
	await stripe.overrideBehavior(fixture.order.id, { webhooks: "drop" });
	const path = `/payment-links/${getLinkToken(fixture)}/intent`;
	const response = await fixture.shop.fetch(path, createJsonInit({ price: 150 }));
	const { clientSecret }: { clientSecret: string } = await response.json();
	await stripe.chargeCard(clientSecret);
	return { ...fixture, paymentId: getIntentId(clientSecret) };
}

const unknownLink = `/payment-links/${"a".repeat(32)}`;
const invalidCase = { statuses: invalidForEveryone };

const createCustomer = ({ order }: Fixture) => ({
	email: `${order.id}@example.com`,
	name: "Ann New",
	location: "1 Bay Road",
	phone: "555 0100",
});

export const paymentLinkRows: ContractRow[] = [
	{
		call: paymentLinkCalls.placeOrdersForCustomer,
		path: () => "/customer-orders",
		body: (fixture) => ({
			...createCustomer(fixture),
			lines: [{ toolId: fixture.product.id, quantity: 10, price: 12.5 }],
		}),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: {
			body: (fixture) => ({
				...createCustomer(fixture),
				lines: [{ toolId: unknownId, quantity: 10 }],
			}),
			statuses: notFoundForAdmins,
		},
		expectedChanges: ({ counts, product }) => ({
			counts: {
				...counts,
				orders: (counts?.orders ?? 0) + 1,
				users: (counts?.users ?? 0) + 1,
			},
			product: { ...product, quantity: 90 },
		}),
		expectedBody: () => ({ acknowledged: true, orders: [expect.any(String)] }),
	},
	{
		call: paymentLinkCalls.createPaymentLink,
		path: ({ order }) => `/orders/${order.id}/payment-links`,
		body: () => ({}),
		statuses: adminOnly,
		invalidCase: { body: () => ({ email: "yes" }), statuses: invalidForAdmins },
		missingCase: { path: () => `/orders/${unknownId}/payment-links`, statuses: notFoundForAdmins },
		expectedBody: () => ({
			acknowledged: true,
			url: expect.stringMatching(/\/pay\/[a-z2-7]{32}$/),
		}),
	},
	{
		call: paymentLinkCalls.createPaymentLink,
		path: ({ order }) => `/orders/${order.id}/payment-links`,
		body: () => ({ email: true }),
		statuses: adminOnly,
		expectedBody: () => ({ acknowledged: true, url: null }),
	},
	{
		call: paymentLinkCalls.createPaymentLink,
		arrange: markOrderPaid,
		path: ({ order }) => `/orders/${order.id}/payment-links`,
		body: () => ({}),
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: paymentLinkCalls.getLinkedOrders,
		arrange: addLink,
		path: (fixture) => `/payment-links/${getLinkToken(fixture)}`,
		statuses: okForEveryone,
		missingCase: { path: () => unknownLink, statuses: notFoundForEveryone },
		expectedBody: ({ order }) => ({
			payable: true,
			total: 150,
			orders: [
				{
					order: orderNumber(order.id),
					state: "unpaid",
					toolName: order.toolName,
					toolPrice: 12.5,
					quantity: 12,
					total: 150,
				},
			],
		}),
	},
	{
		call: paymentLinkCalls.startLinkPayment,
		arrange: addLink,
		path: (fixture) => `/payment-links/${getLinkToken(fixture)}/intent`,
		body: () => ({ price: 150 }),
		statuses: okForEveryone,
		invalidCase,
		missingCase: { path: () => `${unknownLink}/intent`, statuses: notFoundForEveryone },
	},
	{
		call: paymentLinkCalls.startLinkPayment,
		arrange: async (fixture) => addLink(await markOrderPaid(fixture)),
		path: (fixture) => `/payment-links/${getLinkToken(fixture)}/intent`,
		body: () => ({ price: 150 }),
		statuses: replaceSuccess(okForEveryone, 409),
	},
	{
		call: paymentLinkCalls.confirmLinkPayment,
		arrange: chargeThroughLink,
		path: (fixture) => `/payment-links/${getLinkToken(fixture)}`,
		body: ({ paymentId }) => ({ transactionID: paymentId }),
		statuses: okForEveryone,
		invalidCase,
		missingCase: { path: () => unknownLink, statuses: notFoundForEveryone },
		expectedChanges: ({ order }, { paymentId }) => ({
			order: { ...order, state: "paid", paidAt: expect.any(Date), transactionId: paymentId },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: paymentLinkCalls.confirmLinkPayment,
		arrange: addLink,
		path: (fixture) => `/payment-links/${getLinkToken(fixture)}`,
		body: () => ({ transactionID: "pi_invented" }),
		statuses: replaceSuccess(okForEveryone, 402),
	},
];
