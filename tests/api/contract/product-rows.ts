import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { serviceCalls } from "#contract/calls/service.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products } from "#worker/db/schema.ts";
import { createProduct } from "../../support/products.ts";
import type { Snapshot } from "./fixture.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForAdmins,
	invalidForEveryone,
	notFoundForAdmins,
	notFoundForEveryone,
	okForEveryone,
	replaceSuccess,
	unknownId,
	updateResponse,
} from "./row.ts";

/** Each edit replaces this key, so that the shop can reject edit forms that were opened before the edit. */
export const newEditKey: unknown = expect.any(String);

const img = "/pictures/torque-wrench-800.webp";

const beadBreaker = {
	name: "Bead breaker",
	decreption: "Presses a tire off its rim.",
	quantity: "40",
	minimum: 2,
	price: "129.90",
	img,
};

const edit = { decreption: "New words.", quantity: 7, minimum: 3, price: 1.99 };
const editedValues = { description: "New words.", quantity: 7, minimum: 3, priceCents: 199 };

const addOneProduct = ({ counts }: Snapshot) => ({
	counts: { ...counts, products: (counts?.products ?? 0) + 1 },
});

export const productRows: ContractRow[] = [
	{
		call: productCalls.listProducts,
		specCall: "GET /products?page={n}&size={n}",
		path: () => "/products?page=0&size=6",
		statuses: okForEveryone,
		invalidCase: { path: () => "/products?page=-1&size=6", statuses: invalidForEveryone },
	},
	{
		call: productCalls.countProducts,
		path: () => "/productCount",
		statuses: okForEveryone,
	},
	{
		call: productCalls.listProducts,
		path: () => "/products",
		statuses: okForEveryone,
		expectedBody: ({ product }) =>
			expect.arrayContaining([expect.objectContaining({ _id: product.id })]),
	},
	{
		call: productCalls.getProduct,
		path: ({ product }) => `/products/${product.id}`,
		statuses: okForEveryone,
		missingCase: { path: () => `/products/${unknownId}`, statuses: notFoundForEveryone },
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
		statuses: okForEveryone,
		expectedBody: ({ product }) => [
			{ _id: product.id, name: product.name, partNumber: null, price: 12.5, img },
		],
	},
	{
		call: productCalls.addProduct,
		path: () => "/products",
		body: () => beadBreaker,
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		expectedChanges: addOneProduct,
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
		invalidCase: {
			body: () => ({
				...beadBreaker,
				partNumber: "=2+3",
				category: "cars",
				specification: [["Force"]],
			}),
			statuses: invalidForAdmins,
		},
		expectedChanges: addOneProduct,
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
		statuses: replaceSuccess(adminOnly, 409),
	},
	{
		call: productCalls.changeProducts,
		path: () => "/products",
		body: ({ product: { id } }) => ({
			changes: [{ id, price: 13, expectedPrice: 12.5, quantity: 120, expectedQuantity: 100 }],
			note: "New list",
		}),
		statuses: adminOnly,
		invalidCase: {
			body: ({ product: { id } }) => ({ changes: [{ id, price: 0 }] }),
			statuses: invalidForAdmins,
		},
		missingCase: {
			body: () => ({ changes: [{ id: unknownId, price: 13 }] }),
			statuses: replaceSuccess(adminOnly, 409),
		},
		expectedChanges: ({ product }) => ({
			product: { ...product, priceCents: 1_300, quantity: 120, editKey: newEditKey },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: productCalls.updateProduct,
		path: ({ product }) => `/product/${product.id}`,
		body: () => ({ decreption: "New words.", quantity: 7, minimum: "3", price: 1.99 }),
		statuses: adminOnly,
		invalidCase: { statuses: invalidForAdmins },
		missingCase: { path: () => `/product/${unknownId}`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }) => ({
			product: {
				...product,
				...editedValues,
				editKey: newEditKey,
			},
		}),
	},
	{
		call: productCalls.updateProduct,
		path: ({ product }) => `/product/${product.id}`,
		body: ({ product }) => ({
			...edit,
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
		invalidCase: {
			body: () => ({
				...edit,
				priceBreaks: [{ quantity: 30, price: 1.99 }],
			}),
			statuses: invalidForAdmins,
		},
		expectedChanges: ({ product }) => ({
			product: {
				...product,
				...editedValues,
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
		call: productCalls.publishProduct,
		arrange: async (fixture) => {
			const { shop, product } = fixture;
			const hiddenDraft = { draft: true, deletedAt: new Date() };
			await shop.db.update(products).set(hiddenDraft).where(eq(products.id, product.id));
			return fixture;
		},
		path: ({ product }) => `/products/${product.id}/publish`,
		statuses: adminOnly,
		missingCase: { path: () => `/products/${unknownId}/publish`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }) => ({
			product: { ...product, draft: false, deletedAt: null, createdAt: expect.any(Date) },
		}),
		expectedBody: () => updateResponse,
	},
	{
		call: productCalls.deleteProduct,
		path: ({ product }) => `/products/${product.id}`,
		statuses: adminOnly,
		missingCase: { path: () => `/products/${unknownId}`, statuses: notFoundForAdmins },
		expectedChanges: ({ product }) => ({ product: { ...product, deletedAt: expect.any(Date) } }),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: serviceCalls.getChart,
		specCall: "GET data.json",
		path: () => "/data.json",
		statuses: okForEveryone,
	},
];
