import * as v from "valibot";
import { quantityMax } from "../limits.ts";
import { requiredMessages } from "../messages.ts";
import { wholeNumber } from "../schemas/fields.ts";
import { defineCall, deletedResponse } from "./call.ts";

export const basketResponse = v.object({
	lines: v.array(
		v.object({
			toolId: v.string(),
			name: v.string(),
			partNumber: v.nullable(v.string()),
			quantity: v.number(),
			price: v.nullable(v.number()),
			total: v.nullable(v.number()),
			problem: v.nullable(v.string()),
			orderable: v.nullable(v.number()),
		}),
	),
	total: v.number(),
});

export const basketCalls = {
	getBasket: defineCall("GET", "/basket/lines", {
		summary: "Your basket",
		note: "`toolId` is what the paths call `productId`. `price` is the unit price at the line's quantity. If a line cannot be ordered as is, `problem` says why, `orderable` is a quantity that can be ordered, and the basket's `total` excludes the line.",
		access: "orders:place",
		response: basketResponse,
		forbiddenError: "staff_basket",
	}),
	setBasketLine: defineCall("PUT", "/basket/lines/{productId}", {
		summary: "Add a tool to your basket, or change its quantity",
		note: "Returns the basket. Stock, minimum order and carton size are checked when you order.",
		access: "orders:place",
		body: v.object({ quantity: wholeNumber(requiredMessages.quantity, 1, quantityMax) }),
		response: basketResponse,
		forbiddenError: "staff_basket",
		errors: ["product_not_found", "basket_full", "rate_limited"],
	}),
	removeBasketLine: defineCall("DELETE", "/basket/lines/{productId}", {
		summary: "Remove a tool from your basket",
		access: "orders:place",
		response: deletedResponse,
		forbiddenError: "staff_basket",
		errors: ["rate_limited"],
	}),
	clearBasket: defineCall("DELETE", "/basket/lines", {
		summary: "Empty your basket",
		access: "orders:place",
		response: deletedResponse,
		forbiddenError: "staff_basket",
		errors: ["rate_limited"],
	}),
};
