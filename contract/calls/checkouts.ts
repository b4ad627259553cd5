import * as v from "valibot";
import { checkoutLinesMax, textLength } from "../limits.ts";
import { dollars, orderQuantity, text } from "../schemas/fields.ts";
import { purchaseSchema } from "../schemas/orders.ts";
import { defineCall, modifiedResponse } from "./call.ts";
import { orderResponse } from "./orders.ts";

const { quantity: _, ...delivery } = purchaseSchema.entries;

const lines = v.pipe(
	v.array(
		v.object({
			toolId: text("toolId is Required", textLength.id),
			quantity: orderQuantity,
			price: v.optional(dollars),
		}),
		"lines must be a list",
	),
	v.minLength(1, "Add at least one tool"),
	v.maxLength(checkoutLinesMax, `Order at most ${checkoutLinesMax} kinds of tool at a time`),
);

export const checkoutSchema = v.object({ lines, ...delivery });

const startSchema = v.object({ price: dollars });
const confirmSchema = v.object({ transactionID: text("TransactionID is Required", textLength.id) });

export const checkoutCalls = {
	placeOrders: defineCall("POST", "/checkouts", {
		summary: "Place several orders that are paid together",
		note: "Places an order for each line, or none. price is the price per piece in dollars that the customer saw: the line is rejected if it has changed. lines of an error says which lines cannot be ordered, and why.",
		access: "orders:place",
		header: { name: "Idempotency-Key", note: "Requests with the same key place the same orders." },
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
		note: "total, in dollars, is what is still to be paid. Canceled orders are left out.",
		access: "owner or orders:read",
		response: v.object({ _id: v.string(), total: v.number(), orders: v.array(orderResponse) }),
		errors: ["checkout_not_found"],
	}),
	startCheckoutPayment: defineCall("POST", "/checkouts/{id}/payment-intent", {
		summary: "Start one card payment for the unpaid orders of a checkout",
		note: "price is their total in dollars; it is compared, never charged. Any open payment for one of the orders alone is canceled.",
		access: "owner",
		body: startSchema,
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
		note: "transactionID is Stripe's payment intent. The shop retrieves it from Stripe, and responds with 402 unless it has paid one of the orders. What it was charged for an order that was canceled or already paid is refunded.",
		access: "owner",
		body: confirmSchema,
		response: modifiedResponse,
		errors: ["payment_required", "checkout_not_found", "rate_limited", "payment_unavailable"],
	}),
};
