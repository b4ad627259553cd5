import * as v from "valibot";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { dollars, text } from "../schemas/fields.ts";
import { refundBodySchema, restockSchema } from "../schemas/refunds.ts";
import { defineCall, modifiedResponse } from "./call.ts";

const confirmPaymentSchema = v.object({
	order: v.optional(text(required.order, textLength.id)),
	transactionID: text("TransactionID is Required", textLength.id),
});

const paymentIntentSchema = v.object({
	price: dollars,
	order: v.optional(text(required.order, textLength.id)),
});

const refundStatus = v.picklist(["waiting", "sent", "rejected", "failed"]);

/** `amount` in dollars. */
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

/** Of orders: payments, refunds, and what customers ask for instead of a refund. */
export const paymentCalls = {
	startPayment: defineCall("POST", "/create-payment-intent", {
		summary: "Start the card payment of an order",
		note: "price is the total of the order in dollars; it is compared, never charged. Without order it pays the shopper's only unpaid order of that total.",
		access: "orders:place",
		body: paymentIntentSchema,
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
		note: "transactionID is Stripe's payment intent. The shop retrieves it from Stripe, and responds with 402 unless it is paid.",
		access: "owner",
		body: confirmPaymentSchema,
		response: modifiedResponse,
		errors: ["payment_required", "order_not_found", "rate_limited", "payment_unavailable"],
	}),
	refundOrder: defineCall("POST", "/orders/{id}/refunds", {
		summary: "Refund an order, or a part of it",
		note: "Refunds pieces, or an amount in dollars, or without both all that is left. A refund of all that is left cancels an order that is not shipped. status is waiting while Stripe has not confirmed the refund: the shop retries automatically.",
		access: "refunds:create",
		header: { name: "Idempotency-Key", note: "Requests with the same key make one refund." },
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
			"refund_key_reused",
			"refund_rejected",
			"payment_unavailable",
		],
	}),
	checkPayments: defineCall("POST", "/orders/{id}/payment-check", {
		summary: "Update an order from its payments in Stripe",
		note: "For an order whose event was lost: the shop reads its newest five payments from Stripe, as it does for an event about them.",
		access: "refunds:create",
		response: modifiedResponse,
		errors: ["order_not_found", "rate_limited", "payment_unavailable"],
	}),
	restockOrder: defineCall("POST", "/orders/{id}/restock", {
		summary: "Put pieces of a refunded order back into stock",
		note: "For an order that was canceled by a refund in Stripe, or refunded without restocking.",
		access: "refunds:create",
		header: { name: "Idempotency-Key", note: "Requests with the same key restock once." },
		body: restockSchema,
		response: modifiedResponse,
		errors: [
			"order_not_found",
			"order_unpaid",
			"order_not_ready",
			"restock_too_many",
			"refund_order_changed",
		],
	}),
	requestCancellation: defineCall("POST", "/orders/{id}/cancellation-request", {
		summary: "Ask to cancel a paid order",
		note: "An admin grants the request by refunding all of the order, or declines it.",
		access: "owner",
		response: modifiedResponse,
		errors: ["order_not_found", "order_unpaid", "cancellation_too_late", "cancellation_declined"],
	}),
	declineCancellation: defineCall("DELETE", "/orders/{id}/cancellation-request", {
		summary: "Decline a customer's request to cancel an order",
		note: "The customer gets an email.",
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
		note: "Includes those made in Stripe. The customer gets neither the reasons nor the refunds that Stripe rejected.",
		access: "owner or payments:read",
		response: v.array(refundResponse),
		errors: ["order_not_found"],
	}),
};
