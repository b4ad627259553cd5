import * as v from "valibot";
import { mapDelivery } from "../delivery.ts";
import { textLength } from "../limits.ts";
import { invalid, required } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { orderRuleCodes } from "../order-rules.ts";
import { orderStateNames } from "../order-states.ts";
import { paymentHolds } from "../payment-holds.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { email, text } from "../schemas/fields.ts";
import { noteSchema } from "../schemas/notes.ts";
import { purchaseSchema } from "../schemas/orders.ts";
import { refundBodySchema } from "../schemas/refunds.ts";
import { shipmentSchema } from "../schemas/shipment.ts";
import { shipmentLinesMax, shipmentResultNames } from "../shipment-results.ts";
import {
	defineCall,
	deletedResponse,
	insertedResponse,
	listNote,
	modifiedResponse,
} from "./call.ts";

export const orderSchema = v.object({
	toolId: text("toolId is Required", textLength.id),
	email,
	...purchaseSchema.entries,
});

const confirmPaymentSchema = v.object({
	order: v.optional(text(required.order, textLength.id)),
	transactionID: text("TransactionID is Required", textLength.id),
});

/** `toolPrice` in dollars per unit. */
export const orderResponse = v.object({
	_id: v.string(),
	toolName: v.string(),
	toolPartNumber: v.nullable(v.string()),
	toolId: v.string(),
	toolPrice: v.number(),
	name: v.string(),
	email: v.string(),
	quantity: v.number(),
	...mapDelivery(() => v.string()),
	paid: v.boolean(),
	shift: v.boolean(),
	transactionId: v.nullable(v.string()),
});

/** `trackingUrl` is the carrier's page about the shipment. */
const shipmentResponse = v.object({
	order: v.string(),
	state: v.picklist(orderStateNames),
	shippedAt: v.nullable(v.string()),
	deliveredAt: v.nullable(v.string()),
	carrier: v.nullable(v.string()),
	trackingNumber: v.nullable(v.string()),
	trackingUrl: v.nullable(v.string()),
});

const shipmentsSchema = v.object({
	shipments: v.array(
		v.object({
			order: v.pipe(
				text(required.order, textLength.id),
				v.description("its id, or the number that people see: the first 12 characters"),
			),
			carrier: v.nullish(v.string(invalid.text), ""),
			trackingNumber: v.nullish(v.string(invalid.text), ""),
		}),
		"shipments must be a list",
	),
	dryRun: v.optional(v.boolean("dryRun must be true or false"), false),
});

/** `orderId` is null if no order has this number. */
const shipmentsResponse = v.object({
	results: v.array(
		v.object({
			order: v.string(),
			orderId: v.nullable(v.string()),
			result: v.picklist(shipmentResultNames),
			message: v.string(),
		}),
	),
});

const shipErrors = [
	"order_not_found",
	"order_unpaid",
	...Object.values(paymentHolds).map(({ error }) => error),
] as const;

const paymentIntentSchema = v.object({
	price: v.pipe(
		v.union([v.number(), v.string()], required.price),
		v.description("dollars"),
		v.transform(centsFromDollars),
		v.number("price must be an amount in dollars"),
	),
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

export const orderCalls = {
	placeOrder: defineCall("POST", "/orders", {
		summary: "Place an order",
		note: "Takes the pieces from stock. Name, part number and price are copied from the product, and toolName and toolPrice ignored; the email must be the account's.",
		access: "orders:place",
		header: { name: "Idempotency-Key", note: "Requests with the same key place one order." },
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
	listOrdersOf: defineCall("GET", "/orders/{email}", {
		summary: "The orders of an account, newest first",
		note: listNote,
		access: "self or orders:read",
		query: cursorSchema,
		response: v.array(orderResponse),
		revalidates: true,
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
		revalidates: true,
	}),
	getOrder: defineCall("GET", "/specificorders/{orderid}", {
		summary: "One order",
		access: "owner or orders:read",
		response: orderResponse,
		errors: ["order_not_found"],
	}),
	deliverOrder: defineCall("POST", "/orders/{id}/delivery", {
		summary: "Mark a shipped order as received",
		access: "owner or orders:ship",
		response: shipmentResponse,
		errors: ["order_not_found", "order_not_shipped"],
	}),
	listNotes: defineCall("GET", "/orders/{id}/notes", {
		summary: "The internal notes on an order, oldest first",
		note: "author is null if the account was deleted.",
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
		note: "The same text by the same author is added once.",
		access: "orders:note",
		body: noteSchema,
		response: insertedResponse,
		errors: ["order_not_found"],
	}),
	deleteNote: defineCall("DELETE", "/orders/{id}/notes/{note}", {
		summary: "Delete an own note",
		access: "orders:note",
		response: deletedResponse,
		errors: ["order_not_found", "forbidden"],
	}),
	getTimeline: defineCall("GET", "/orders/{id}/timeline", {
		summary: "What happened to an order, newest first",
		note: "detail and by (who did it) are empty for the customer.",
		access: "owner or orders:read",
		response: v.array(
			v.object({ at: v.string(), text: v.string(), detail: v.string(), by: v.string() }),
		),
		errors: ["order_not_found"],
	}),
	shipMany: defineCall("POST", "/shipments", {
		summary: "Ship many orders, each with its tracking number",
		note: `At most ${shipmentLinesMax}. Ships each order that is ready, adds the number to each that was shipped without one, and says of the others why not. With dryRun, nothing is changed. Requests can be repeated.`,
		access: "orders:ship",
		body: shipmentsSchema,
		response: shipmentsResponse,
		errors: ["no_shipments", "too_many_shipments"],
	}),
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
		note: "Refunds pieces, or an amount in dollars, or without both all that is left. A refund of all that is left cancels an order that is not shipped. status is waiting while Stripe has not confirmed the refund: the shop retries by itself.",
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
	shipOrder: defineCall("PATCH", "/shiftorders/{id}", {
		summary: "Mark a paid order as shipped",
		access: "orders:ship",
		response: modifiedResponse,
		errors: [...shipErrors],
	}),
	getShipment: defineCall("GET", "/orders/{id}/shipment", {
		summary: "The shipment of an order, with its tracking number",
		access: "owner or orders:read",
		response: shipmentResponse,
		errors: ["order_not_found"],
	}),
	saveShipment: defineCall("POST", "/orders/{id}/shipment", {
		summary: "Ship a paid order, or correct its tracking number",
		note: "An order that is shipped already gets the new tracking number, or keeps its own if the request has none; an empty number removes it. The customer gets an email.",
		access: "orders:ship",
		body: shipmentSchema,
		response: shipmentResponse,
		errors: [...shipErrors],
	}),
};
