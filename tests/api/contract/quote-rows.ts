import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { quoteCalls } from "#contract/calls/quotes.ts";
import { quotes } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
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
	shopperOnly,
	unknownId,
	updateResponse,
} from "./row.ts";

const buildSummaryJson = ({ quoteId }: Fixture) => ({
	_id: quoteId,
	state: "answered",
	revision: 1,
	total: 220,
	createdAt: expect.any(String),
	validUntil: expect.any(String),
});
const getUnknownPath = (suffix = "") => `/quotes/${unknownId}${suffix}`;
const delivery = { location: "1 Bay Road", phone: "555 0100" };

async function clearOffer(fixture: Fixture): Promise<Fixture> {
	const { db } = fixture.shop;
	const unanswered = { answeredAt: null, expiresAt: null, revision: 0 };
	await db.update(quotes).set(unanswered).where(eq(quotes.id, fixture.quoteId));
	return fixture;
}

const formatDateNextMonth = () =>
	new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

export const quoteRows: ContractRow[] = [
	{
		call: quoteCalls.requestQuote,
		path: () => "/quotes",
		body: () => ({ tools: "Bar, 50", company: "Acme Garage", neededBy: formatDateNextMonth() }),
		statuses: shopperOnly,
		invalidCase: { statuses: invalidForShoppers },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: quoteCalls.listOwnQuotes,
		path: () => "/quotes",
		statuses: shopperOnly,
	},
	{
		call: quoteCalls.listQuotes,
		path: () => "/allquotes",
		statuses: adminOnly,
		invalidCase: { path: () => "/allquotes?after=x", statuses: invalidForAdmins },
		expectedBody: (fixture) => expect.arrayContaining([buildSummaryJson(fixture)]),
	},
	{
		call: quoteCalls.getQuote,
		path: ({ quoteId }) => `/quotes/${quoteId}`,
		statuses: ownerOrAdmin,
		missingCase: { path: () => getUnknownPath(), statuses: notFoundForAccounts },
		expectedBody: (fixture) => ({
			...buildSummaryJson(fixture),
			tools: "Bar, 20",
			message: "",
			company: "",
			phone: "",
			neededBy: null,
			note: "",
			checkoutId: null,
			lines: [
				{
					toolId: fixture.product.id,
					name: fixture.product.name,
					partNumber: fixture.product.partNumber,
					quantity: 20,
					price: 11,
				},
			],
		}),
	},
	{
		call: quoteCalls.sendOffer,
		arrange: clearOffer,
		path: ({ quoteId }) => `/quotes/${quoteId}/offer`,
		body: ({ product }) => ({
			lines: [{ toolId: product.id, quantity: 20, price: 9.99 }],
			validUntil: formatDateNextMonth(),
			note: "Ships in two days",
		}),
		statuses: adminOnly,
		missingCase: { path: () => getUnknownPath("/offer"), statuses: notFoundForAdmins },
		expectedBody: () => updateResponse,
	},
	{
		call: quoteCalls.withdrawQuote,
		path: ({ quoteId }) => `/quotes/${quoteId}/offer`,
		statuses: adminOnly,
		missingCase: { path: () => getUnknownPath("/offer"), statuses: notFoundForAdmins },
		expectedBody: () => updateResponse,
	},
	{
		call: quoteCalls.acceptQuote,
		path: ({ quoteId }) => `/quotes/${quoteId}/acceptance`,
		body: () => ({ ...delivery, revision: 1 }),
		statuses: ownerOnly,
		invalidCase: { statuses: replaceSuccess(ownerOnly, 400) },
		missingCase: { path: () => getUnknownPath("/acceptance"), statuses: notFoundForShoppers },
		expectedChanges: ({ counts, product }) => ({
			counts: { ...counts, orders: (counts?.orders ?? 0) + 1 },
			product: { ...product, quantity: 80 },
		}),
		expectedBody: () => ({
			acknowledged: true,
			insertedId: expect.any(String),
			orders: [expect.any(String)],
		}),
	},
	{
		call: quoteCalls.declineQuote,
		path: ({ quoteId }) => `/quotes/${quoteId}`,
		statuses: ownerOnly,
		missingCase: { path: () => getUnknownPath(), statuses: notFoundForShoppers },
		expectedBody: () => updateResponse,
	},
];
