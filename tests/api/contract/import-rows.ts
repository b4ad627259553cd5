import { expect } from "vitest";
import { importCalls } from "#contract/calls/imports.ts";
import { adminOnly, type Row, replace200, unknownId } from "./row.ts";

const missingForAdmins = replace200(adminOnly, 404);

export const importRows: Row[] = [
	{
		call: importCalls.getImport,
		path: ({ importId }) => `/imports/${importId}?kind=changed`,
		valid: adminOnly,
		invalid: {
			path: ({ importId }) => `/imports/${importId}?kind=other`,
			statuses: replace200(adminOnly, 400),
		},
		missing: { path: () => `/imports/${unknownId}`, statuses: missingForAdmins },
		expectedBody: ({ importId, product }) => ({
			...{ _id: importId, name: "list.csv", state: "ready", check: importId },
			...{ headings: ["ID", "Price", "EAN"], columns: ["id", "price", ""] },
			...{ rows: 2, errors: 1, new: 0, changed: 1, unmatched: 0, unchanged: 0 },
			...{ position: 0, applied: 0, skipped: 0, more: false },
			page: [
				{
					...{ line: 2, kind: "changed", label: "Tool", productId: product.id, issues: [] },
					...{ changes: { priceCents: 1_300 }, previous: { priceCents: 1_250 } },
				},
			],
		}),
	},
	{
		call: importCalls.setImportColumns,
		path: ({ importId }) => `/imports/${importId}`,
		body: () => ({ columns: ["id", "", "price"] }),
		valid: adminOnly,
		invalid: { statuses: replace200(adminOnly, 400) },
		missing: { path: () => `/imports/${unknownId}`, statuses: missingForAdmins },
		expectedBody: ({ importId }) =>
			expect.objectContaining({ _id: importId, state: "ready", errors: 1, changed: 1 }),
	},
	{
		call: importCalls.applyImport,
		path: ({ importId }) => `/imports/${importId}/apply`,
		body: ({ importId }) => ({ check: importId }),
		valid: adminOnly,
		invalid: { body: () => ({ check: 7 }), statuses: replace200(adminOnly, 400) },
		missing: { path: () => `/imports/${unknownId}/apply`, statuses: missingForAdmins },
		expectedChanges: ({ product }, { importId }) => ({
			product: { ...product, priceCents: 1_300, editKey: `import:${importId}:1` },
		}),
		expectedBody: ({ importId }) =>
			expect.objectContaining({ _id: importId, state: "done", position: 2, applied: 1 }),
	},
	{
		call: importCalls.cancelImport,
		path: ({ importId }) => `/imports/${importId}`,
		valid: adminOnly,
		missing: { path: () => `/imports/${unknownId}`, statuses: missingForAdmins },
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
