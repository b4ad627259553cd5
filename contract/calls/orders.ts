import * as v from "valibot";
import { mapDeliveryFields } from "../delivery.ts";
import { textLength } from "../limits.ts";
import { orderRuleCodes } from "../order-rules.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { email, text } from "../schemas/fields.ts";
import { noteSchema } from "../schemas/notes.ts";
import { purchaseSchema } from "../schemas/orders.ts";
import { defineCall, deletedResponse, insertedResponse, listNote } from "./call.ts";

export const orderSchema = v.object({
	toolId: text("toolId is Required", textLength.id),
	email,
	...purchaseSchema.entries,
});

/** `toolPrice` is the unit price in dollars. */
export const orderResponse = v.object({
	_id: v.string(),
	toolName: v.string(),
	toolPartNumber: v.nullable(v.string()),
	toolId: v.string(),
	toolPrice: v.number(),
	name: v.string(),
	email: v.string(),
	quantity: v.number(),
	...mapDeliveryFields(() => v.string()),
	paid: v.boolean(),
	shift: v.boolean(),
	transactionId: v.nullable(v.string()),
});

export const orderCalls = {
	placeOrder: defineCall("POST", "/orders", {
		summary: "Place an order",
		note: "Takes the pieces from stock. Name, part number and price come from the product; `toolName` and `toolPrice` are ignored. `email` must be the account's.",
		access: "orders:place",
		retryNote: "Retrying with the same key does not place another order.",
		body: orderSchema,
		response: insertedResponse,
		errors: [
			...orderRuleCodes,
			"forbidden",
			"product_not_found",
			"idempotency_key_reused",
			"too_many_unpaid_orders",
			"email_verification_required",
			"unpaid_total_too_high",
			"rate_limited",
		],
	}),
	listCustomerOrders: defineCall("GET", "/orders/{email}", {
		summary: "The orders of an account, newest first",
		note: listNote,
		access: "self or orders:read",
		query: cursorSchema,
		response: v.array(orderResponse),
		hasETag: true,
	}),
	deleteOrder: defineCall("DELETE", "/orders/{id}", {
		summary: "Delete an unpaid order",
		note: "Its pieces are restocked.",
		access: "owner or orders:cancel",
		response: deletedResponse,
		errors: ["order_not_found", "order_paid", "payment_processing", "payment_unavailable"],
	}),
	listAllOrders: defineCall("GET", "/allorders", {
		summary: "All orders, newest first",
		note: listNote,
		access: "orders:read",
		query: cursorSchema,
		response: v.array(orderResponse),
		hasETag: true,
	}),
	getOrder: defineCall("GET", "/specificorders/{orderid}", {
		summary: "One order",
		access: "owner or orders:read",
		response: orderResponse,
		errors: ["order_not_found"],
	}),
	listNotes: defineCall("GET", "/orders/{id}/notes", {
		summary: "The internal notes on an order, oldest first",
		note: "`author` is null if the account was deleted.",
		access: "orders:note",
		response: v.array(
			v.object({
				_id: v.string(),
				text: v.string(),
				author: v.nullable(v.string()),
				createdAt: v.string(),
			}),
		),
		errors: ["order_not_found"],
	}),
	addNote: defineCall("POST", "/orders/{id}/notes", {
		summary: "Add an internal note to an order",
		note: "An author cannot add the same text twice within ten minutes.",
		access: "orders:note",
		body: noteSchema,
		response: insertedResponse,
		errors: ["order_not_found"],
	}),
	deleteNote: defineCall("DELETE", "/orders/{id}/notes/{note}", {
		summary: "Delete your own note",
		access: "orders:note",
		response: deletedResponse,
		errors: ["order_not_found", "forbidden"],
	}),
	getTimeline: defineCall("GET", "/orders/{id}/timeline", {
		summary: "The events of an order, newest first",
		note: "`detail` and `by` (who did it) are empty for customers.",
		access: "owner or orders:read",
		response: v.array(
			v.object({ at: v.string(), text: v.string(), detail: v.string(), by: v.string() }),
		),
		errors: ["order_not_found"],
	}),
};
