import * as v from "valibot";
import { textLength } from "../limits.ts";
import { requiredMessages } from "../messages.ts";
import { dollars, text, transactionID } from "../schemas/fields.ts";
import { refundBodySchema, restockSchema } from "../schemas/refunds.ts";
import { defineCall, modifiedResponse } from "./call.ts";

const order = v.optional(text(requiredMessages.order, textLength.id));

const refundStatus = v.picklist(["waiting", "sent", "rejected", "failed"]);

/** `amount` is in dollars. */
const refundResponse = v.object({
	_id: v.string(),
	amount: v.number(),
	pieces: v.number(),
	restocked: v.number(),
	reason: v.nullable(v.string()),
	note: v.nullable(v.string()),
	requestedBy: v.nullable(v.string()),
	status: v.string(),
	message: v.nullable(v.string()),
	refundId: v.nullable(v.string()),
	createdAt: v.string(),
});

/** Payments, refunds, restocking and cancellation requests for orders. */
export const paymentCalls = {
	startPayment: defineCall("POST", "/create-payment-intent", {
		summary: "Start the card payment of an order",
		note: "`price` must equal the order total in dollars; the amount charged always comes from the order. If `order` is omitted, pays the shopper's only unpaid order with that total.",
		access: "orders:place",
		body: v.object({ price: dollars, order }),
		response: v.object({ clientSecret: v.string() }),
		errors: [
			"forbidden",
			"order_not_found",
			"order_ambiguous",
			"already_paid",
			"amount_mismatch",
			"amount_not_accepted",
			"rate_limited",
			"payment_unavailable",
		],
	}),
	confirmPayment: defineCall("PATCH", "/orders/{id}", {
		summary: "Confirm the payment of an order",
		note: "`transactionID` is the Stripe PaymentIntent ID. The shop retrieves the PaymentIntent from Stripe and responds with 402 unless it is paid.",
		access: "owner",
		body: v.object({ order, transactionID }),
		response: modifiedResponse,
		errors: ["payment_required", "order_not_found", "rate_limited", "payment_unavailable"],
	}),
	refundOrder: defineCall("POST", "/orders/{id}/refunds", {
		summary: "Refund all or part of an order",
		note: "Refunds `pieces` or `amount` (dollars). If both are omitted, refunds the remaining balance. Refunding the entire balance cancels an order that has not shipped. `status` is `waiting` until Stripe confirms the refund (the shop retries), then `sent`, `rejected` if Stripe declined it, or `failed` if Stripe accepted it and it failed later.",
		access: "refunds:create",
		retryNote: "Retrying with the same key does not refund twice.",
		body: refundBodySchema,
		response: v.object({
			acknowledged: v.boolean(),
			insertedId: v.string(),
			amount: v.number(),
			status: refundStatus,
		}),
		errors: [
			"confirmation_required",
			"order_not_found",
			"order_unpaid",
			"refund_too_large",
			"refund_too_many_pieces",
			"refund_nothing_left",
			"refund_disputed",
			"refund_order_changed",
			"idempotency_key_reused",
			"refund_rejected",
			"payment_unavailable",
		],
	}),
	checkPayments: defineCall("POST", "/orders/{id}/payment-check", {
		summary: "Update an order from its payments in Stripe",
		note: "Use when a Stripe webhook was missed. Retrieves the order's five latest payments from Stripe and processes them as a webhook would. Also sends the order's refunds that are waiting for Stripe.",
		access: "refunds:create",
		response: modifiedResponse,
		errors: ["order_not_found", "rate_limited", "payment_unavailable"],
	}),
	restockOrder: defineCall("POST", "/orders/{id}/restock", {
		summary: "Return pieces of a refunded order to stock",
		note: "For a fully refunded order, if the refund was made in Stripe or without restocking. Not while the order awaits shipment, except after a lost dispute: restocking then cancels the order.",
		access: "refunds:create",
		retryNote: "Retrying with the same key and body does not restock twice.",
		body: restockSchema,
		response: modifiedResponse,
		errors: [
			"order_not_found",
			"order_unpaid",
			"order_not_ready",
			"restock_too_many",
			"refund_order_changed",
			"idempotency_key_reused",
		],
	}),
	requestCancellation: defineCall("POST", "/orders/{id}/cancellation-request", {
		summary: "Ask to cancel a paid order",
		note: "An admin grants the request by refunding the entire order, or declines it.",
		access: "owner",
		response: modifiedResponse,
		errors: ["order_not_found", "order_unpaid", "cancellation_too_late", "cancellation_declined"],
	}),
	declineCancellation: defineCall("DELETE", "/orders/{id}/cancellation-request", {
		summary: "Decline a customer's request to cancel an order",
		note: "The customer gets an email, unless the payment is on hold, for example because it is disputed.",
		access: "refunds:create",
		response: modifiedResponse,
		errors: [
			"order_not_found",
			"order_unpaid",
			"cancellation_too_late",
			"cancellation_not_requested",
		],
	}),
	listRefunds: defineCall("GET", "/orders/{id}/refunds", {
		summary: "The refunds of an order, newest first",
		note: "Includes refunds made in Stripe. `status` is `waiting`, `rejected`, or the status of the refund in Stripe. Customers do not see reasons or refunds that Stripe rejected.",
		access: "owner or payments:read",
		response: v.array(refundResponse),
		errors: ["order_not_found"],
	}),
};
