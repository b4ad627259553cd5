import { expect } from "vitest";
import { importCalls } from "#contract/calls/imports.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	notFoundForAdmins,
	unknownId,
} from "./row.ts";

export const importRows: ContractRow[] = [
	{
		call: importCalls.getImport,
		path: ({ importId }) => `/imports/${importId}?kind=changed`,
		statuses: adminOnly,
		invalidCase: {
			path: ({ importId }) => `/imports/${importId}?kind=other`,
			statuses: invalidForAdmins,
		},
		missingCase: { path: () => `/imports/${unknownId}`, statuses: notFoundForAdmins },
		expectedBody: ({ importId, product }) => ({
			_id: importId,
			name: "list.csv",
			state: "ready",
			check: importId,
			headings: ["ID", "Price", "EAN"],
			columns: ["id", "price", ""],
			rows: 2,
			errors: 1,
			new: 0,
			changed: 1,
			unmatched: 0,
			unchanged: 0,
			position: 0,
			applied: 0,
			skipped: 0,
			more: false,
			page: [
				{
					line: 2,
					kind: "changed",
					label: "Tool",
					productId: product.id,
					issues: [],
					changes: { priceCents: 1_300 },
					previous: { priceCents: 1_250 },
				},
			],
		}),
	},
	{
		call: importCalls.setImportColumns,
		path: ({ importId }) => `/imports/${importId}`,
		body: () => ({ columns: ["id", "", "price"] }),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { path: () => `/imports/${unknownId}`, statuses: notFoundForAdmins },
		expectedBody: ({ importId }) =>
			expect.objectContaining({ _id: importId, state: "ready", errors: 1, changed: 1 }),
	},
	{
		call: importCalls.applyImport,
		path: ({ importId }) => `/imports/${importId}/apply`,
		body: ({ importId }) => ({ check: importId }),
		statuses: adminOnly,
		invalidCase: { body: () => ({ check: 7 }), statuses: invalidForAdmins },
		missingCase: { path: () => `/imports/${unknownId}/apply`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }, { importId }) => ({
			product: { ...product, priceCents: 1_300, editKey: `import:${importId}:1` },
		}),
		expectedBody: ({ importId }) =>
			expect.objectContaining({ _id: importId, state: "done", position: 2, applied: 1 }),
	},
	{
		call: importCalls.cancelImport,
		path: ({ importId }) => `/imports/${importId}`,
		statuses: adminOnly,
		missingCase: { path: () => `/imports/${unknownId}`, statuses: notFoundForAdmins },
		needsOwnFixture: true,
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
