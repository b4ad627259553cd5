import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { productDocuments } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	notFoundForAdmins,
	notFoundForEveryone,
	okForEveryone,
	replaceSuccess,
	unknownId,
} from "./row.ts";

const keys = ["a", "b"].map((character) => `${character.repeat(64)}.pdf`);
const [firstKey = "", secondKey = ""] = keys;

async function addDocuments(fixture: Fixture): Promise<Fixture> {
	const { shop, product } = fixture;
	const rows = keys.map((key, position) => ({
		productId: product.id,
		key,
		position,
		title: `Document ${position + 1}`,
		bytes: 1_000,
	}));
	await shop.db.insert(productDocuments).values(rows);
	return fixture;
}

const getDocumentsPath = ({ product }: Fixture) => `/products/${product.id}/documents`;
const getUnknownProductPath = () => `/products/${unknownId}/documents`;

export const documentRows: ContractRow[] = [
	{
		call: productCalls.listDocuments,
		arrange: addDocuments,
		path: getDocumentsPath,
		statuses: okForEveryone,
		missingCase: { path: getUnknownProductPath, statuses: notFoundForEveryone },
		expectedBody: () => [
			{
				_id: firstKey,
				title: "Document 1",
				bytes: 1_000,
				url: `/documents/${"a".repeat(64)}/document-1.pdf`,
			},
			expect.objectContaining({ _id: secondKey }),
		],
	},
	{
		call: productCalls.reorderDocuments,
		arrange: addDocuments,
		path: getDocumentsPath,
		body: () => ({ documents: [secondKey, firstKey] }),
		statuses: adminOnly,
		invalidCase: { body: () => ({ documents: [firstKey, firstKey] }), statuses: invalidForAdmins },
		missingCase: { path: getUnknownProductPath, statuses: notFoundForAdmins },
		expectedBody: () => ({ acknowledged: true, matchedCount: 2, modifiedCount: 2 }),
	},
	{
		call: productCalls.reorderDocuments,
		arrange: addDocuments,
		path: getDocumentsPath,
		body: () => ({ documents: [firstKey] }),
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: productCalls.removeDocument,
		arrange: addDocuments,
		path: (fixture) => `${getDocumentsPath(fixture)}/${firstKey}`,
		statuses: adminOnly,
		missingCase: {
			path: (fixture) => `${getDocumentsPath(fixture)}/${"c".repeat(64)}.pdf`,
			statuses: notFoundForAdmins,
		},
		needsOwnFixture: true,
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
