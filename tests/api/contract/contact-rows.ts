import { expect } from "vitest";
import { contactCalls } from "#contract/calls/contact.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import { subscribers } from "#worker/db/schema.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	invalidForEveryone,
	notFoundForAdmins,
	okForEveryone,
	unknownId,
	updateResponse,
} from "./row.ts";

const createEmail = () => `${createId()}@example.com`;

export const contactRows: ContractRow[] = [
	{
		call: contactCalls.sendMessage,
		path: () => "/messages",
		body: () => ({ name: "Vera", email: createEmail(), subject: "order", message: "Where?" }),
		statuses: okForEveryone,
		invalidCase: { statuses: invalidForEveryone },
	},
	{
		call: contactCalls.listMessages,
		path: () => "/messages",
		statuses: adminOnly,
		invalidCase: { path: () => "/messages?after=1", statuses: invalidForAdmins },
		expectedBody: ({ messageId, accounts: { shopper } }) =>
			expect.arrayContaining([
				{
					_id: messageId,
					name: shopper.name,
					email: shopper.email,
					subject: "other",
					orderNumber: null,
					message: "Hello",
					answeredAt: null,
					createdAt: expect.any(String),
				},
			]),
	},
	{
		call: contactCalls.markMessage,
		path: ({ messageId }) => `/messages/${messageId}`,
		body: () => ({ answered: true }),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { path: () => `/messages/${unknownId}`, statuses: notFoundForAdmins },
		needsOwnFixture: true,
		expectedBody: () => updateResponse,
	},
	{
		call: contactCalls.deleteMessage,
		path: ({ messageId }) => `/messages/${messageId}`,
		statuses: adminOnly,
		missingCase: { path: () => `/messages/${unknownId}`, statuses: notFoundForAdmins },
		needsOwnFixture: true,
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: contactCalls.subscribe,
		path: () => "/subscriptions",
		body: () => ({ email: createEmail() }),
		statuses: okForEveryone,
		invalidCase: { statuses: invalidForEveryone },
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: contactCalls.confirmSubscription,
		arrange: async (fixture) => {
			const { id } = fixture.product;
			await fixture.shop.db.insert(subscribers).values({
				id,
				email: createEmail(),
				unsubscribeToken: id,
				tokenHash: await hashToken(id),
				tokenExpiresAt: new Date(Date.now() + 60_000),
			});
			return fixture;
		},
		path: () => "/subscriptions/confirm",
		body: ({ product }) => ({ token: product.id }),
		statuses: okForEveryone,
		invalidCase: { statuses: invalidForEveryone },
		missingCase: { body: () => ({ token: "unknown" }), statuses: invalidForEveryone },
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: contactCalls.unsubscribe,
		path: () => "/subscriptions/cancel",
		body: () => ({ token: "unknown" }),
		statuses: okForEveryone,
		invalidCase: { statuses: invalidForEveryone },
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
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { body: () => ({ email: createEmail() }), statuses: notFoundForAdmins },
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
		needsOwnFixture: true,
	},
];
