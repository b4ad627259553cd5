import * as v from "valibot";
import { listMax } from "../limits.ts";
import { quoteStateNames } from "../quote-states.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { purchaseSchema } from "../schemas/orders.ts";
import { quoteOfferSchema, quoteRequestSchema, revision } from "../schemas/quotes.ts";
import { defineCall, insertedResponse, listNote, modifiedResponse } from "./call.ts";

const { quantity: _, ...delivery } = purchaseSchema.entries;

const summaryFields = {
	_id: v.string(),
	state: v.picklist(quoteStateNames),
	createdAt: v.string(),
	/** 0 until there is an offer. */
	revision: v.number(),
	validUntil: v.nullable(v.string()),
	total: v.number(),
};

const summaries = v.array(v.object(summaryFields));

const changeErrors = ["quote_not_found", "quote_accepted", "quote_changed"] as const;

/** Quotes (docs/decisions/quotes.md). */
export const quoteCalls = {
	requestQuote: defineCall("POST", "/quotes", {
		summary: "Ask for a quote",
		note: "`tools` is text with one line per tool: part number or name, and quantity. Either `tools` or `message` is required. `neededBy` is a date such as 2026-12-31.",
		access: "orders:place",
		retryNote: "Retrying with the same key and body does not create another quote.",
		body: quoteRequestSchema,
		response: insertedResponse,
		errors: ["too_many_quotes", "rate_limited"],
	}),
	listOwnQuotes: defineCall("GET", "/quotes", {
		summary: "The account's quotes, newest first",
		note: `At most ${listMax}.`,
		access: "orders:place",
		response: summaries,
	}),
	listQuotes: defineCall("GET", "/allquotes", {
		summary: "Quotes of all customers, newest first",
		note: listNote,
		access: "quotes:answer",
		query: cursorSchema,
		response: summaries,
	}),
	getQuote: defineCall("GET", "/quotes/{id}", {
		summary: "A quote",
		note: "`validUntil` is when the offer expires, at 12:00 UTC on the day after its last day. Once the quote is accepted, `checkoutId` identifies the checkout with its orders.",
		access: "owner or quotes:answer",
		response: v.object({
			...summaryFields,
			tools: v.string(),
			message: v.string(),
			company: v.string(),
			phone: v.string(),
			neededBy: v.nullable(v.string()),
			note: v.string(),
			checkoutId: v.nullable(v.string()),
			lines: v.array(
				v.object({
					toolId: v.string(),
					name: v.string(),
					partNumber: v.nullable(v.string()),
					quantity: v.number(),
					price: v.number(),
				}),
			),
		}),
		errors: ["quote_not_found"],
	}),
	sendOffer: defineCall("PUT", "/quotes/{id}/offer", {
		summary: "Offer prices for a quote, or replace an offer",
		note: "`price` is the unit price in dollars. The minimum order and carton size still apply. The offer is valid through `validUntil`, a day such as 2026-12-31, in every time zone, so it expires at 12:00 UTC the next day. A response has that time instead of the day. If `revision` is given and the offer has changed since, responds with `quote_changed`. The customer gets an email.",
		access: "quotes:answer",
		body: quoteOfferSchema,
		response: modifiedResponse,
		errors: [...changeErrors, "product_not_found"],
	}),
	withdrawQuote: defineCall("DELETE", "/quotes/{id}/offer", {
		summary: "Withdraw a quote that has not been accepted",
		access: "quotes:answer",
		response: modifiedResponse,
		errors: [...changeErrors, "quote_declined"],
	}),
	acceptQuote: defineCall("POST", "/quotes/{id}/acceptance", {
		summary: "Accept a quote",
		note: "Places one order per line at the quoted prices; all or nothing. `revision` is the one that the customer saw. Accepting a quote again with the same delivery details returns the same orders.",
		access: "owner",
		body: v.object({ ...delivery, revision }),
		response: v.object({
			acknowledged: v.boolean(),
			insertedId: v.string(),
			orders: v.array(v.string()),
		}),
		errors: [
			"shopper_only",
			"quote_not_found",
			"quote_not_ready",
			"quote_accepted_elsewhere",
			"quote_changed",
			"quote_declined",
			"quote_withdrawn",
			"quote_expired",
			"lines_rejected",
			"checkout_total_too_high",
			"too_many_unpaid_orders",
			"too_many_unpaid_lines",
			"email_verification_required",
			"unpaid_total_too_high",
			"rate_limited",
		],
	}),
	declineQuote: defineCall("DELETE", "/quotes/{id}", {
		summary: "Decline a quote",
		access: "owner",
		response: modifiedResponse,
		errors: [
			"shopper_only",
			"quote_not_found",
			"quote_not_ready",
			"quote_changed",
			"quote_accepted",
			"quote_withdrawn",
			"quote_expired",
		],
	}),
};
