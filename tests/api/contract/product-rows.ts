import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { serviceCalls } from "#contract/calls/service.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products } from "#worker/db/schema.ts";
import { createProduct } from "../../support/products.ts";
import { createJsonInit } from "../../support/shop.ts";
import { adminOnly, type ContractRow, everyone, replaceSuccess, unknownId } from "./row.ts";

/** Each edit changes the key, so that the shop can reject edit forms that were opened earlier. */
const newEditKey: unknown = expect.any(String);

const img = "/pictures/torque-wrench-800.webp";

const beadBreaker = {
	name: "Bead breaker",
	decreption: "Presses a tire off its rim.",
	quantity: "40",
	minimum: 2,
	price: "129.90",
	img,
};

export const productRows: ContractRow[] = [
	{
		call: productCalls.listProducts,
		specCall: "GET /products?page={n}&size={n}",
		path: () => "/products?page=0&size=6",
		statuses: everyone,
		invalid: { path: () => "/products?page=-1&size=6", statuses: [400, 400, 400, 400] },
	},
	{
		call: productCalls.countProducts,
		path: () => "/productCount",
		statuses: everyone,
	},
	{
		call: productCalls.listProducts,
		path: () => "/products",
		statuses: everyone,
		expectedBody: ({ product }) =>
			expect.arrayContaining([expect.objectContaining({ _id: product.id })]),
	},
	{
		call: productCalls.getProduct,
		path: ({ product }) => `/products/${product.id}`,
		statuses: everyone,
		missing: { path: () => `/products/${unknownId}`, statuses: [404, 404, 404, 404] },
		expectedBody: ({ product }) => ({
			_id: product.id,
			name: product.name,
			partNumber: null,
			decreption: product.description,
			price: 12.5,
			quantity: 100,
			minimum: 10,
			img,
			category: "other",
			specification: [],
			gallery: [],
			priceBreaks: [],
			orderMultiple: 1,
		}),
	},
	{
		call: productCalls.suggestProducts,
		path: ({ product }) => `/suggestions?q=${product.id}`,
		statuses: everyone,
		expectedBody: ({ product }) => [
			{ _id: product.id, name: product.name, partNumber: null, price: 12.5, img },
		],
	},
	{
		call: productCalls.addProduct,
		path: () => "/products",
		body: () => beadBreaker,
		statuses: adminOnly,
		invalid: { statuses: replaceSuccess(adminOnly, 400) },
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, products: (counts?.products ?? 0) + 1 },
		}),
	},
	{
		call: productCalls.addProduct,
		path: () => "/products",
		body: () => ({
			...beadBreaker,
			category: "lifting",
			partNumber: `BB ${createId()}`,
			specification: "Force: 2 t\nWeight: 9 kg",
		}),
		statuses: adminOnly,
		invalid: {
			body: () => ({
				...beadBreaker,
				partNumber: "=2+3",
				category: "cars",
				specification: [["Force"]],
			}),
			statuses: replaceSuccess(adminOnly, 400),
		},
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, products: (counts?.products ?? 0) + 1 },
		}),
	},
	{
		call: productCalls.addProduct,
		arrange: async (fixture) => {
			const { shop, product } = fixture;
			await createProduct(shop, { partNumber: `taken ${product.id}` });
			return fixture;
		},
		path: () => "/products",
		body: ({ product }) => ({ ...beadBreaker, partNumber: `TAKEN ${product.id}` }),
		statuses: [401, 403, 403, 409],
	},
	{
		call: productCalls.setStock,
		path: ({ product }) => `/products/${product.id}`,
		body: () => ({ updatequantity: 55 }),
		statuses: adminOnly,
		invalid: { body: () => ({ updatequantity: -1 }), statuses: [401, 400, 400, 400] },
		missing: { path: () => `/products/${unknownId}`, statuses: [401, 404, 404, 404] },
		expectedChanges: ({ product }) => ({
			product: { ...product, quantity: 55, editKey: newEditKey },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: productCalls.setStock,
		path: ({ product }) => `/products/${product.id}`,
		// Shoppers may send the current stock, which changes nothing.
		body: () => ({ updatequantity: 100 }),
		statuses: [401, 200, 200, 200],
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 0 }),
	},
	{
		call: productCalls.changeProducts,
		path: () => "/products",
		body: ({ product: { id } }) => ({
			changes: [{ id, price: 13, expectedPrice: 12.5, quantity: 120, expectedQuantity: 100 }],
			note: "New list",
		}),
		statuses: adminOnly,
		invalid: {
			body: ({ product: { id } }) => ({ changes: [{ id, price: 0 }] }),
			statuses: replaceSuccess(adminOnly, 400),
		},
		missing: {
			body: () => ({ changes: [{ id: unknownId, price: 13 }] }),
			statuses: replaceSuccess(adminOnly, 409),
		},
		expectedChanges: ({ product }) => ({
			product: { ...product, priceCents: 1_300, quantity: 120, editKey: newEditKey },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: productCalls.updateProduct,
		path: ({ product }) => `/product/${product.id}`,
		body: () => ({ decreption: "New words.", quantity: 7, minimum: "3", price: 1.99 }),
		statuses: adminOnly,
		invalid: { statuses: replaceSuccess(adminOnly, 400) },
		missing: { path: () => `/product/${unknownId}`, statuses: replaceSuccess(adminOnly, 404) },
		expectedChanges: ({ product }) => ({
			product: {
				...product,
				...{ description: "New words.", quantity: 7, minimum: 3, priceCents: 199 },
				editKey: newEditKey,
			},
		}),
	},
	{
		call: productCalls.updateProduct,
		path: ({ product }) => `/product/${product.id}`,
		body: ({ product }) => ({
			...{ decreption: "New words.", quantity: 7, minimum: 3, price: 1.99 },
			category: "lifting",
			partNumber: `BB-${product.id}`,
			specification: [["Force", "2 t"]],
			priceBreaks: [
				{ quantity: 30, price: "1.80" },
				{ quantity: "60", price: 1.5 },
			],
			orderMultiple: 3,
		}),
		statuses: adminOnly,
		invalid: {
			body: () => ({
				...{ decreption: "New words.", quantity: 7, minimum: 3, price: 1.99 },
				priceBreaks: [{ quantity: 30, price: 1.99 }],
			}),
			statuses: replaceSuccess(adminOnly, 400),
		},
		expectedChanges: ({ product }) => ({
			product: {
				...product,
				...{ description: "New words.", quantity: 7, minimum: 3, priceCents: 199 },
				category: "lifting",
				partNumber: `BB-${product?.id}`,
				partKey: `bb${product?.id}`,
				partDigits: product?.id.replace(/^[a-z]+/, ""),
				specification: [["Force", "2 t"]],
				priceBreaks: [
					[30, 180],
					[60, 150],
				],
				orderMultiple: 3,
				editKey: newEditKey,
			},
		}),
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
		invalid: { path: () => "/low-stock?weeks=5", statuses: replaceSuccess(adminOnly, 400) },
		expectedBody: ({ product }) =>
			expect.arrayContaining([
				{
					...{ _id: product.id, name: product.name, partNumber: null, quantity: 1, minimum: 10 },
					...{ soldIn30Days: 0, soldIn90Days: 0, daysLeft: null, reorder: 9, waiting: 0 },
				},
			]),
	},
	{
		call: productCalls.listStockMovements,
		path: ({ product }) => `/products/${product.id}/stock-movements`,
		statuses: adminOnly,
		invalid: {
			path: ({ product }) => `/products/${product.id}/stock-movements?after=1`,
			statuses: replaceSuccess(adminOnly, 400),
		},
		missing: {
			path: () => `/products/${unknownId}/stock-movements`,
			statuses: replaceSuccess(adminOnly, 404),
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
				...{ change: -10, stockAfter: 90, reason: "correction", orderId: null, note: null },
				by: accounts.admin.email,
			}),
			expect.objectContaining({ change: 100, stockAfter: 100, reason: "created", by: null }),
		],
	},
	{
		call: productCalls.publishProduct,
		arrange: async (fixture) => {
			const { shop, product } = fixture;
			const hiddenDraft = { draft: true, deletedAt: new Date() };
			await shop.db.update(products).set(hiddenDraft).where(eq(products.id, product.id));
			return fixture;
		},
		path: ({ product }) => `/products/${product.id}/publish`,
		statuses: adminOnly,
		missing: {
			path: () => `/products/${unknownId}/publish`,
			statuses: replaceSuccess(adminOnly, 404),
		},
		expectedChanges: ({ product }) => ({
			product: { ...product, draft: false, deletedAt: null, createdAt: expect.any(Date) },
		}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: productCalls.deleteProduct,
		path: ({ product }) => `/products/${product.id}`,
		statuses: adminOnly,
		missing: { path: () => `/products/${unknownId}`, statuses: replaceSuccess(adminOnly, 404) },
		expectedChanges: ({ product }) => ({ product: { ...product, deletedAt: expect.any(Date) } }),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: serviceCalls.getChart,
		specCall: "GET data.json",
		path: () => "/data.json",
		statuses: everyone,
	},
];
