import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { productDocuments } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { adminOnly, type ContractRow, everyone, replaceSuccess, unknownId } from "./row.ts";

const keys = ["a", "b"].map((character) => `${character.repeat(64)}.pdf`);
const [firstKey = "", secondKey = ""] = keys;

async function addDocuments(fixture: Fixture): Promise<Fixture> {
	const { shop, product } = fixture;
	const rows = keys.map((key, position) => ({
		...{ productId: product.id, key, position },
		...{ title: `Document ${position + 1}`, bytes: 1_000 },
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
		statuses: everyone,
		missing: { path: getUnknownProductPath, statuses: [404, 404, 404, 404] },
		expectedBody: () => [
			{
				...{ _id: firstKey, title: "Document 1", bytes: 1_000 },
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
		invalid: {
			body: () => ({ documents: [firstKey, firstKey] }),
			statuses: replaceSuccess(adminOnly, 400),
		},
		missing: { path: getUnknownProductPath, statuses: replaceSuccess(adminOnly, 404) },
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
		missing: {
			path: (fixture) => `${getDocumentsPath(fixture)}/${"c".repeat(64)}.pdf`,
			statuses: replaceSuccess(adminOnly, 404),
		},
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
