import { expect } from "vitest";
import { productCalls } from "#contract/calls/products.ts";
import { serviceCalls } from "#contract/calls/service.ts";
import { adminOnly, everyone, insteadOf200, nowhere, type Row } from "./row.ts";

/** A stock that is set gets a new key, which tells forms that were opened before. */
const anyKey: unknown = expect.any(String);

const img = "/pictures/torque-wrench-800.webp";

const bead = {
	name: "Bead breaker",
	decreption: "Presses a tyre off its rim.",
	quantity: "40",
	minimum: 2,
	price: "129.90",
	img,
};

export const productRows: Row[] = [
	{
		call: productCalls.listProducts,
		named: "GET /products?page={n}&size={n}",
		path: () => "/products?page=0&size=6",
		good: everyone,
		bad: { path: () => "/products?page=-1&size=6", statuses: [400, 400, 400, 400] },
	},
	{
		call: productCalls.countProducts,
		named: "GET /productCount",
		path: () => "/productCount",
		good: everyone,
	},
	{
		call: productCalls.listProducts,
		named: "GET /products",
		path: () => "/products",
		good: everyone,
		answers: ({ product }) =>
			expect.arrayContaining([expect.objectContaining({ _id: product.id })]),
	},
	{
		call: productCalls.getProduct,
		named: "GET /products/{id}",
		path: ({ product }) => `/products/${product.id}`,
		good: everyone,
		missing: { path: () => `/products/${nowhere}`, statuses: [404, 404, 404, 404] },
		answers: ({ product }) => ({
			_id: product.id,
			name: product.name,
			decreption: product.description,
			price: 12.5,
			quantity: 100,
			minimum: 10,
			img,
			category: "other",
			specification: [],
			gallery: [],
		}),
	},
	{
		call: productCalls.suggestProducts,
		named: "GET /suggestions?q={text}",
		path: ({ product }) => `/suggestions?q=${product.id}`,
		good: everyone,
		answers: ({ product }) => [{ _id: product.id, name: product.name, price: 12.5, img }],
	},
	{
		call: productCalls.addProduct,
		named: "POST /products",
		path: () => "/products",
		body: () => bead,
		good: adminOnly,
		bad: { statuses: insteadOf200(adminOnly, 400) },
		effect: ({ counts }) => ({ counts: { ...counts, products: (counts?.products ?? 0) + 1 } }),
	},
	{
		call: productCalls.addProduct,
		named: "POST /products",
		path: () => "/products",
		body: () => ({ ...bead, category: "lifting", specification: "Force: 2 t\nWeight: 9 kg" }),
		good: adminOnly,
		bad: {
			body: () => ({ ...bead, category: "cars", specification: [["Force"]] }),
			statuses: insteadOf200(adminOnly, 400),
		},
		effect: ({ counts }) => ({ counts: { ...counts, products: (counts?.products ?? 0) + 1 } }),
	},
	{
		call: productCalls.setStock,
		named: "PUT /products/{id}",
		path: ({ product }) => `/products/${product.id}`,
		body: () => ({ updatequantity: 55 }),
		good: adminOnly,
		bad: { body: () => ({ updatequantity: -1 }), statuses: [401, 400, 400, 400] },
		missing: { path: () => `/products/${nowhere}`, statuses: [401, 404, 404, 404] },
		effect: ({ product }) => ({ product: { ...product, quantity: 55, editKey: anyKey } }),
		answers: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: productCalls.setStock,
		named: "PUT /products/{id}",
		path: ({ product }) => `/products/${product.id}`,
		body: () => ({ updatequantity: 100 }),
		good: [401, 200, 200, 200],
		answers: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 0 }),
	},
	{
		call: productCalls.updateProduct,
		named: "PUT /product/{productId}",
		path: ({ product }) => `/product/${product.id}`,
		body: () => ({ decreption: "New words.", quantity: 7, minimum: "3", price: 1.99 }),
		good: adminOnly,
		bad: { statuses: insteadOf200(adminOnly, 400) },
		missing: { path: () => `/product/${nowhere}`, statuses: insteadOf200(adminOnly, 404) },
		effect: ({ product }) => ({
			product: {
				...product,
				...{ description: "New words.", quantity: 7, minimum: 3, priceCents: 199 },
				editKey: anyKey,
			},
		}),
	},
	{
		call: productCalls.updateProduct,
		named: "PUT /product/{productId}",
		path: ({ product }) => `/product/${product.id}`,
		body: () => ({
			...{ decreption: "New words.", quantity: 7, minimum: 3, price: 1.99 },
			category: "lifting",
			specification: [["Force", "2 t"]],
		}),
		good: adminOnly,
		effect: ({ product }) => ({
			product: {
				...product,
				...{ description: "New words.", quantity: 7, minimum: 3, priceCents: 199 },
				category: "lifting",
				specification: [["Force", "2 t"]],
				editKey: anyKey,
			},
		}),
	},
	{
		call: productCalls.deleteProduct,
		named: "DELETE /products/{id}",
		path: ({ product }) => `/products/${product.id}`,
		good: adminOnly,
		missing: { path: () => `/products/${nowhere}`, statuses: insteadOf200(adminOnly, 404) },
		effect: ({ product }) => ({ product: { ...product, deletedAt: expect.any(Date) } }),
		answers: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: serviceCalls.getChart,
		named: "GET data.json",
		path: () => "/data.json",
		good: everyone,
	},
];
