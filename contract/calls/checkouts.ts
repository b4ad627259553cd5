import * as v from "valibot";
import { checkoutLinesMax, textLength } from "../limits.ts";
import { invalid } from "../messages.ts";
import { dollars, orderQuantity, text, transactionID } from "../schemas/fields.ts";
import { purchaseSchema } from "../schemas/orders.ts";
import { defineCall, modifiedResponse } from "./call.ts";
import { orderResponse } from "./orders.ts";

const { quantity: _, ...delivery } = purchaseSchema.entries;

const lines = v.pipe(
	v.array(
		v.object(
			{
				toolId: text("toolId is Required", textLength.id),
				quantity: orderQuantity,
				price: v.optional(dollars),
			},
			invalid.object,
		),
		"lines must be a list",
	),
	v.minLength(1, "Add at least one tool"),
	v.maxLength(checkoutLinesMax, `Order at most ${checkoutLinesMax} different tools at a time`),
);

export const checkoutSchema = v.object({ lines, ...delivery });

export const checkoutCalls = {
	placeOrders: defineCall("POST", "/checkouts", {
		summary: "Place several orders that are paid together",
		note: "Places one order per line; all or nothing. `price` is the unit price in dollars that the customer saw; the line is rejected if it has changed. In an error, `lines` says which lines cannot be ordered, and why.",
		access: "orders:place",
		retryNote: "Retrying with the same key returns the same orders.",
		body: checkoutSchema,
		response: v.object({
			acknowledged: v.boolean(),
			insertedId: v.string(),
			orders: v.array(v.string()),
		}),
		errors: [
			"lines_rejected",
			"idempotency_key_reused",
			"checkout_total_too_high",
			"too_many_unpaid_orders",
			"too_many_unpaid_lines",
			"email_verification_required",
			"unpaid_total_too_high",
			"rate_limited",
		],
	}),
	getCheckout: defineCall("GET", "/checkouts/{id}", {
		summary: "Orders that were placed together",
		note: "`total` is the unpaid amount in dollars. Canceled orders are omitted.",
		access: "owner or orders:read",
		response: v.object({ _id: v.string(), total: v.number(), orders: v.array(orderResponse) }),
		errors: ["checkout_not_found"],
	}),
	startCheckoutPayment: defineCall("POST", "/checkouts/{id}/payment-intent", {
		summary: "Start one card payment for the unpaid orders of a checkout",
		note: "`price` must equal their total in dollars; the amount charged always comes from the orders. Cancels any open payment that covers only some of these orders, or also other orders.",
		access: "owner",
		body: v.object({ price: dollars }),
		response: v.object({ clientSecret: v.string() }),
		errors: [
			"shopper_only",
			"checkout_not_found",
			"already_paid",
			"checkout_changed",
			"payment_processing",
			"amount_not_accepted",
			"rate_limited",
			"payment_unavailable",
		],
	}),
	confirmCheckout: defineCall("PATCH", "/checkouts/{id}", {
		summary: "Confirm the payment of a checkout",
		note: "`transactionID` is the Stripe PaymentIntent ID. The shop retrieves the PaymentIntent from Stripe and responds with 402 unless it paid for at least one of the orders. Amounts charged for orders that were canceled or already paid are refunded.",
		access: "owner",
		body: v.object({ transactionID }),
		response: modifiedResponse,
		errors: ["payment_required", "checkout_not_found", "rate_limited", "payment_unavailable"],
	}),
};
