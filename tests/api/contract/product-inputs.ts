import { importCalls } from "#contract/calls/imports.ts";
import { productCalls } from "#contract/calls/products.ts";
import type { InputCase } from "./input-case.ts";
import {
	getInvalidTexts,
	invalidImages,
	invalidPrices,
	invalidQuantities,
} from "./invalid-values.ts";

const tooManyPriceBreaks = Array.from({ length: 6 }, (_, index) => ({
	quantity: 10 + index,
	price: 3 - index / 10,
}));

const invalidProductValues = {
	decreption: getInvalidTexts({ maxLength: 2_000 }),
	quantity: invalidQuantities,
	minimum: [...invalidQuantities, 0],
	price: invalidPrices,
	priceBreaks: ["", null, 5, {}, tooManyPriceBreaks],
	orderMultiple: [0, -1, 1.5, "", null],
};
const validProduct = { decreption: "Words.", quantity: 20, minimum: 2, price: 3.5 };

export const productInputs: InputCase[] = [
	{
		call: productCalls.addProduct,
		role: "admin",
		path: () => "/products",
		validBody: () => ({ ...validProduct, name: "Tool", img: "/pictures/torque-wrench-800.webp" }),
		invalidValues: {
			...invalidProductValues,
			name: getInvalidTexts({ maxLength: 120 }),
			img: invalidImages,
		},
	},
	{
		call: productCalls.updateProduct,
		role: "admin",
		path: (fixture) => `/product/${fixture.product.id}`,
		validBody: () => validProduct,
		invalidValues: invalidProductValues,
	},
	{
		call: productCalls.changeProducts,
		role: "admin",
		path: () => "/products",
		validBody: ({ product }) => ({ changes: [{ id: product.id, price: 3.5 }] }),
		invalidValues: {
			changes: [undefined, null, "", {}, [], [{ id: "a" }, { id: "a" }]],
			note: ["x".repeat(201), 5],
		},
	},
	{
		call: productCalls.setStock,
		role: "admin",
		path: (fixture) => `/products/${fixture.product.id}`,
		validBody: () => ({ updatequantity: 5 }),
		invalidValues: { updatequantity: invalidQuantities },
	},
	{
		call: productCalls.reorderDocuments,
		role: "admin",
		path: ({ product }) => `/products/${product.id}/documents`,
		validBody: () => ({ documents: [`${"a".repeat(64)}.pdf`] }),
		invalidValues: { documents: [undefined, null, "", {}, []] },
	},
	{
		call: importCalls.setImportColumns,
		role: "admin",
		path: ({ importId }) => `/imports/${importId}`,
		validBody: () => ({ columns: ["id", "price", ""] }),
		invalidValues: { columns: [undefined, null, "x", {}, [], Array(61).fill("")] },
	},
	{
		call: importCalls.applyImport,
		role: "admin",
		path: ({ importId }) => `/imports/${importId}/apply`,
		validBody: () => ({ check: "none" }),
		invalidValues: { check: [null, 7, {}, "", "x".repeat(129)] },
	},
];
