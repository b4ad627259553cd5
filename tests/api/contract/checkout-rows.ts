import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { checkoutCalls } from "#contract/calls/checkouts.ts";
import { checkouts, orders } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { chargeCard } from "./pay.ts";
import {
	type ContractRow,
	notFoundForAccounts,
	ownerOnly,
	ownerOrAdmin,
	replaceSuccess,
	shopperOnly,
	unknownId,
	updateResponse,
} from "./row.ts";

const getCheckoutId = ({ order }: Fixture) => `c${order.id}`;

/** Adds the fixture's order to a new checkout. */
async function addCheckout(fixture: Fixture): Promise<Fixture> {
	const { shop, order } = fixture;
	const [id, userId] = [getCheckoutId(fixture), order.userId];
	await shop.db.batch([
		shop.db.insert(checkouts).values({ id, userId }),
		shop.db.update(orders).set({ checkoutId: id }).where(eq(orders.id, order.id)),
	]);
	return fixture;
}

const delivery = { location: "1 Bay Road", phone: "555 0100" };

export const checkoutRows: ContractRow[] = [
	{
		call: checkoutCalls.placeOrders,
		path: () => "/checkouts",
		body: ({ product }) => ({
			...delivery,
			lines: [{ toolId: product.id, quantity: 10, price: 12.5 }],
		}),
		statuses: shopperOnly,
		missingCase: {
			body: () => ({ ...delivery, lines: [{ toolId: unknownId, quantity: 10 }] }),
			statuses: replaceSuccess(shopperOnly, 409),
		},
		expectedChanges: ({ counts, product }) => ({
			counts: { ...counts, orders: (counts?.orders ?? 0) + 1 },
			product: { ...product, quantity: 90 },
		}),
		expectedBody: () => ({
			acknowledged: true,
			insertedId: expect.any(String),
			orders: [expect.any(String)],
		}),
	},
	{
		call: checkoutCalls.getCheckout,
		arrange: addCheckout,
		path: (fixture) => `/checkouts/${getCheckoutId(fixture)}`,
		statuses: ownerOrAdmin,
		missingCase: { path: () => `/checkouts/${unknownId}`, statuses: notFoundForAccounts },
		expectedBody: (fixture) => ({
			_id: getCheckoutId(fixture),
			total: 150,
			orders: [expect.objectContaining({ _id: fixture.order.id })],
		}),
	},
	{
		call: checkoutCalls.startCheckoutPayment,
		arrange: addCheckout,
		path: (fixture) => `/checkouts/${getCheckoutId(fixture)}/payment-intent`,
		body: () => ({ price: 150 }),
		statuses: ownerOnly,
		invalidCase: { statuses: replaceSuccess(ownerOnly, 400) },
		missingCase: {
			path: () => `/checkouts/${unknownId}/payment-intent`,
			statuses: notFoundForAccounts,
		},
		expectedBody: () => ({ clientSecret: expect.any(String) }),
	},
	{
		call: checkoutCalls.confirmCheckout,
		arrange: async (fixture) => addCheckout(await chargeCard(fixture)),
		path: (fixture) => `/checkouts/${getCheckoutId(fixture)}`,
		body: ({ paymentId }) => ({ transactionID: paymentId }),
		statuses: ownerOnly,
		invalidCase: { statuses: replaceSuccess(ownerOnly, 400) },
		missingCase: { path: () => `/checkouts/${unknownId}`, statuses: notFoundForAccounts },
		expectedChanges: ({ order }, { paymentId }) => ({
			order: { ...order, state: "paid", paidAt: expect.any(Date), transactionId: paymentId },
		}),
		expectedBody: () => updateResponse,
	},
];
