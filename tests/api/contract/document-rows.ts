import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { productDocuments } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { adminOnly, everyone, type Row, replace200, unknownId } from "./row.ts";

const keys = ["a", "b"].map((character) => `${character.repeat(64)}.pdf`);
const [first = "", second = ""] = keys;

async function addDocuments(fixture: Fixture): Promise<Fixture> {
	const { shop, product } = fixture;
	const rows = keys.map((key, position) => ({
		...{ productId: product.id, key, position },
		...{ title: `Document ${position + 1}`, bytes: 1_000 },
	}));
	await shop.db.insert(productDocuments).values(rows);
	return fixture;
}

const path = ({ product }: Fixture) => `/products/${product.id}/documents`;
const pathOfUnknown = () => `/products/${unknownId}/documents`;

export const documentRows: Row[] = [
	{
		call: productCalls.listDocuments,
		arrange: addDocuments,
		path,
		valid: everyone,
		missing: { path: pathOfUnknown, statuses: [404, 404, 404, 404] },
		expectedBody: () => [
			{
				...{ _id: first, title: "Document 1", bytes: 1_000 },
				url: `/documents/${"a".repeat(64)}/document-1.pdf`,
			},
			expect.objectContaining({ _id: second }),
		],
	},
	{
		call: productCalls.reorderDocuments,
		arrange: addDocuments,
		path,
		body: () => ({ documents: [second, first] }),
		valid: adminOnly,
		invalid: {
			body: () => ({ documents: [first, first] }),
			statuses: replace200(adminOnly, 400),
		},
		missing: { path: pathOfUnknown, statuses: replace200(adminOnly, 404) },
		expectedBody: () => ({ acknowledged: true, matchedCount: 2, modifiedCount: 2 }),
	},
	{
		call: productCalls.reorderDocuments,
		arrange: addDocuments,
		path,
		body: () => ({ documents: [first] }),
		valid: replace200(adminOnly, 409),
	},
	{
		call: productCalls.removeDocument,
		arrange: addDocuments,
		path: (fixture) => `${path(fixture)}/${first}`,
		valid: adminOnly,
		missing: {
			path: (fixture) => `${path(fixture)}/${"c".repeat(64)}.pdf`,
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
