import { expect } from "vitest";
import { contactCalls } from "#contract/calls/contact.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import { subscribers } from "#worker/db/schema.ts";
import { adminOnly, everyone, type Row, replace200, unknownId } from "./row.ts";

const invalidForAll = replace200(everyone, 400);
const createEmail = () => `${createId()}@example.com`;

export const contactRows: Row[] = [
	{
		call: contactCalls.sendMessage,
		path: () => "/messages",
		body: () => ({ name: "Vera", email: createEmail(), subject: "order", message: "Where?" }),
		valid: everyone,
		invalid: { statuses: invalidForAll },
	},
	{
		call: contactCalls.listMessages,
		path: () => "/messages",
		valid: adminOnly,
		invalid: { path: () => "/messages?after=1", statuses: replace200(adminOnly, 400) },
		expectedBody: ({ messageId, accounts: { shopper } }) =>
			expect.arrayContaining([
				{
					...{ _id: messageId, name: shopper.name, email: shopper.email, subject: "other" },
					...{ orderNumber: null, message: "Hello", answeredAt: null },
					createdAt: expect.any(String),
				},
			]),
	},
	{
		call: contactCalls.markMessage,
		path: ({ messageId }) => `/messages/${messageId}`,
		body: () => ({ answered: true }),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		missing: { path: () => `/messages/${unknownId}`, statuses: replace200(adminOnly, 404) },
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: contactCalls.deleteMessage,
		path: ({ messageId }) => `/messages/${messageId}`,
		valid: adminOnly,
		missing: { path: () => `/messages/${unknownId}`, statuses: replace200(adminOnly, 404) },
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: contactCalls.subscribe,
		path: () => "/subscriptions",
		body: () => ({ email: createEmail() }),
		valid: everyone,
		invalid: { statuses: invalidForAll },
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: contactCalls.confirmSubscription,
		arrange: async (fixture) => {
			const { id } = fixture.product;
			await fixture.shop.db.insert(subscribers).values({
				...{ id, email: createEmail(), unsubscribeToken: id },
				...{ tokenHash: await hashToken(id), tokenExpiresAt: new Date(Date.now() + 60_000) },
			});
			return fixture;
		},
		path: () => "/subscriptions/confirm",
		body: ({ product }) => ({ token: product.id }),
		valid: everyone,
		invalid: { statuses: invalidForAll },
		missing: { body: () => ({ token: "unknown" }), statuses: invalidForAll },
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: contactCalls.unsubscribe,
		path: () => "/subscriptions/cancel",
		body: () => ({ token: "unknown" }),
		valid: everyone,
		invalid: { statuses: invalidForAll },
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: contactCalls.removeSubscriber,
		arrange: async (fixture) => {
			const { id } = fixture.product;
			const tokens = { tokenHash: id, tokenExpiresAt: new Date(), unsubscribeToken: id };
			const row = { id, email: `${id}@example.com`, ...tokens, confirmedAt: new Date() };
			await fixture.shop.db.insert(subscribers).values(row);
			return fixture;
		},
		path: () => "/subscriptions/remove",
		body: ({ product }) => ({ email: `${product.id}@example.com` }),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		missing: { body: () => ({ email: createEmail() }), statuses: replace200(adminOnly, 404) },
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
		expectedChanges: () => ({}),
	},
];
