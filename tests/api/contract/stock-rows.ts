import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { createJsonInit } from "../../support/shop.ts";
import { newEditKey } from "./product-rows.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAccounts,
	invalidForAdmins,
	notFoundForAccounts,
	notFoundForAdmins,
	signedInOnly,
	unknownId,
	updateResponse,
} from "./row.ts";

export const stockRows: ContractRow[] = [
	{
		call: productCalls.setStock,
		path: ({ product }) => `/products/${product.id}`,
		body: () => ({ updatequantity: 55 }),
		statuses: adminOnly,
		invalidCase: {
			body: () => ({ updatequantity: -1 }),
			statuses: invalidForAccounts,
		},
		missingCase: { path: () => `/products/${unknownId}`, statuses: notFoundForAccounts },
		expectedChanges: ({ product }) => ({
			product: { ...product, quantity: 55, editKey: newEditKey },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: productCalls.setStock,
		path: ({ product }) => `/products/${product.id}`,
		// Shoppers may send the current stock, which changes nothing.
		body: () => ({ updatequantity: 100 }),
		statuses: signedInOnly,
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 0 }),
	},
	{
		call: productCalls.listLowStock,
		path: () => "/low-stock?weeks=8&days=90",
		arrange: async (fixture) => {
			const { accounts, product } = fixture;
			await accounts.admin.fetch(
				`/products/${product.id}`,
				createJsonInit({ updatequantity: 1 }, "PUT"),
			);
			return fixture;
		},
		statuses: adminOnly,
		invalidCase: { path: () => "/low-stock?weeks=5", statuses: invalidForAdmins },
		expectedBody: ({ product }) =>
			expect.arrayContaining([
				{
					_id: product.id,
					name: product.name,
					partNumber: null,
					quantity: 1,
					minimum: 10,
					soldIn30Days: 0,
					soldIn90Days: 0,
					daysLeft: null,
					reorder: 9,
					waiting: 0,
				},
			]),
	},
	{
		call: productCalls.listStockMovements,
		path: ({ product }) => `/products/${product.id}/stock-movements`,
		statuses: adminOnly,
		invalidCase: {
			path: ({ product }) => `/products/${product.id}/stock-movements?after=1`,
			statuses: invalidForAdmins,
		},
		missingCase: {
			path: () => `/products/${unknownId}/stock-movements`,
			statuses: notFoundForAdmins,
		},
		arrange: async (fixture) => {
			const { accounts, product } = fixture;
			await accounts.admin.fetch(
				`/products/${product.id}`,
				createJsonInit({ updatequantity: 90 }, "PUT"),
			);
			return { ...fixture, product: { ...product, quantity: 90 } };
		},
		expectedBody: ({ accounts }) => [
			expect.objectContaining({
				change: -10,
				stockAfter: 90,
				reason: "correction",
				orderId: null,
				note: null,
				by: accounts.admin.email,
			}),
			expect.objectContaining({ change: 100, stockAfter: 100, reason: "created", by: null }),
		],
	},
];
