import * as v from "valibot";
import { invalid } from "../messages.ts";
import { orderRuleCodes } from "../order-rules.ts";
import { orderStateNames } from "../order-states.ts";
import { customerSchema } from "../schemas/customer-order.ts";
import { dollars, transactionID } from "../schemas/fields.ts";
import { defineCall, modifiedResponse } from "./call.ts";
import { checkoutSchema } from "./checkouts.ts";

/** Orders that staff place for customers, and links to pay for orders without an account (docs/decisions/payment-links.md). */
export const paymentLinkCalls = {
	placeOrdersForCustomer: defineCall("POST", "/customer-orders", {
		summary: "Place orders for a customer",
		note: "Places one order per line, all or nothing, and emails a payment link. If `email` has no account, one is created, and `name` is required. Accounts with an unverified email are rejected, unless nobody can log in to them.",
		access: "orders:place-for-customer",
		retryNote: "Retrying with the same key returns the same orders.",
		body: v.object({ ...customerSchema.entries, ...checkoutSchema.entries }),
		response: v.object({ acknowledged: v.boolean(), orders: v.array(v.string()) }),
		errors: [
			"validation_failed",
			"customer_is_staff",
			"customer_unverified",
			"customer_unpaid_limit",
			"lines_rejected",
			"product_not_found",
			...orderRuleCodes,
			"price_changed",
			"idempotency_key_reused",
			"checkout_total_too_high",
			"rate_limited",
		],
	}),
	createPaymentLink: defineCall("POST", "/orders/{id}/payment-links", {
		summary: "Create a payment link for an unpaid order and those placed with it",
		note: "Anyone with the link can pay for the unpaid orders of the checkout in one payment, without an account. If `email` is true, the link is emailed to the customer and `url` is null; otherwise `url` is the only copy.",
		access: "orders:place-for-customer",
		body: v.object({ email: v.optional(v.boolean(invalid.sendEmail), false) }),
		response: v.object({ acknowledged: v.boolean(), url: v.nullable(v.string()) }),
		errors: [
			"order_not_found",
			"already_paid",
			"reservation_ended",
			"too_many_payment_links",
			"rate_limited",
		],
	}),
	getLinkedOrders: defineCall("GET", "/payment-links/{token}", {
		summary: "The orders of a payment link",
		note: "Lists all orders that were placed together, without personal data. `total` is the amount that the link pays now. Once they are all paid or canceled, it is 0 and `payable` is false.",
		access: "anyone",
		response: v.object({
			payable: v.boolean(),
			total: v.number(),
			orders: v.array(
				v.object({
					order: v.string(),
					state: v.picklist(orderStateNames),
					toolName: v.string(),
					toolPrice: v.number(),
					quantity: v.number(),
					total: v.number(),
				}),
			),
		}),
		errors: ["payment_link_not_found", "rate_limited"],
	}),
	startLinkPayment: defineCall("POST", "/payment-links/{token}/intent", {
		summary: "Start the card payment of a payment link",
		note: "`price` must equal the total of the unpaid orders in dollars; the amount charged always comes from the orders.",
		access: "anyone",
		body: v.object({ price: dollars }),
		response: v.object({ clientSecret: v.string() }),
		errors: [
			"payment_link_not_found",
			"order_not_found",
			"already_paid",
			"reservation_ended",
			"amount_mismatch",
			"checkout_not_found",
			"checkout_changed",
			"amount_not_accepted",
			"rate_limited",
			"payment_unavailable",
		],
	}),
	confirmLinkPayment: defineCall("PATCH", "/payment-links/{token}", {
		summary: "Confirm the payment of a payment link",
		note: "`transactionID` is the Stripe PaymentIntent ID. The shop retrieves it from Stripe and responds with 402 unless it is paid.",
		access: "anyone",
		body: v.object({ transactionID }),
		response: modifiedResponse,
		errors: ["payment_link_not_found", "payment_required", "rate_limited", "payment_unavailable"],
	}),
};
