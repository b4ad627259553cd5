import * as v from "valibot";
import { deletedAnswer, insertedAnswer, modifiedAnswer } from "../schemas/answers.ts";
import { suggestionAnswer, suggestionsSchema } from "../schemas/finding.ts";
import {
	listSchema,
	productAnswer,
	productEditSchema,
	productSchema,
	stockSchema,
} from "../schemas/products.ts";
import { defineCall } from "./call.ts";

export const productCalls = {
	listProducts: defineCall({
		method: "GET",
		path: "/products",
		summary: "The products",
		note: "With page (from 0) or size (1 to 100, 6 unless told) one page of them; without both the first 500, and a Link header with rel=next when there are more.",
		access: "anyone",
		query: listSchema,
		answer: v.array(productAnswer),
		revalidates: true,
	}),
	countProducts: defineCall({
		method: "GET",
		path: "/productCount",
		summary: "How many products there are",
		access: "anyone",
		answer: v.object({ count: v.number() }),
		revalidates: true,
	}),
	getProduct: defineCall({
		method: "GET",
		path: "/products/{id}",
		summary: "One product",
		access: "anyone",
		answer: productAnswer,
		errors: ["product_not_found"],
		revalidates: true,
	}),
	suggestProducts: defineCall({
		method: "GET",
		path: "/suggestions",
		summary: "The tools that best match what is being typed",
		note: "At most 8, the best first; none where nothing, or less than 2 characters, is typed. May be kept for 5 minutes.",
		access: "anyone",
		query: suggestionsSchema,
		answer: v.array(suggestionAnswer),
	}),
	addProduct: defineCall({
		method: "POST",
		path: "/products",
		summary: "Add a product",
		access: "products:write",
		body: productSchema,
		answer: insertedAnswer,
		errors: ["product_not_added"],
	}),
	setStock: defineCall({
		method: "PUT",
		path: "/products/{id}",
		summary: "Set the stock",
		note: "An admin sets it. From a shopper it confirms what placing or deleting an order has done: a number equal to the stock changes nothing, any other is refused.",
		access: "signedIn",
		body: stockSchema,
		answer: modifiedAnswer,
		errors: ["stock_mismatch", "product_not_found"],
	}),
	updateProduct: defineCall({
		method: "PUT",
		path: "/product/{productId}",
		summary: "Change a product",
		access: "products:write",
		body: productEditSchema,
		answer: modifiedAnswer,
		errors: ["product_not_found", "stock_below_zero", "stock_changed"],
	}),
	deleteProduct: defineCall({
		method: "DELETE",
		path: "/products/{id}",
		summary: "Take a product out of the shop",
		note: "Orders keep their copy of its name and price.",
		access: "products:write",
		answer: deletedAnswer,
		errors: ["product_not_found"],
	}),
};
