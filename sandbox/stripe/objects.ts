import * as v from "valibot";
import type { Kind } from "../store.ts";

const text = v.string();
const textOrNull = v.nullable(v.string());
const cents = v.number();
const metadata = v.record(v.string(), v.string());

const billingDetails = v.object({
	address: v.nullable(v.record(v.string(), v.nullable(v.string()))),
	email: textOrNull,
	name: textOrNull,
	phone: textOrNull,
});

const cardDetails = v.object({
	brand: text,
	country: text,
	exp_month: v.number(),
	exp_year: v.number(),
	funding: text,
	last4: text,
});

const paymentMethod = v.object({
	id: text,
	billing_details: billingDetails,
	card: cardDetails,
	created: v.number(),
	metadata,
	/** Which test card it is, as a key of `cards.ts`; the number itself is not kept. */
	behaviour: text,
});

const paymentError = v.object({
	type: v.picklist(["card_error", "invalid_request_error"]),
	code: text,
	message: text,
	decline_code: v.exactOptional(text),
	charge: v.exactOptional(text),
	payment_method: v.exactOptional(v.unknown()),
});

const paymentIntent = v.object({
	id: text,
	amount: cents,
	amount_received: cents,
	automatic_payment_methods: v.nullable(v.object({ enabled: v.boolean() })),
	canceled_at: v.nullable(v.number()),
	cancellation_reason: textOrNull,
	client_secret: text,
	created: v.number(),
	currency: text,
	description: textOrNull,
	last_payment_error: v.nullable(paymentError),
	latest_charge: textOrNull,
	metadata,
	next_action: v.nullable(v.object({ type: text, use_stripe_sdk: v.record(text, text) })),
	payment_method: textOrNull,
	receipt_email: textOrNull,
	status: v.picklist([
		"requires_payment_method",
		"requires_confirmation",
		"requires_action",
		"processing",
		"succeeded",
		"canceled",
	]),
});

const charge = v.object({
	id: text,
	amount: cents,
	amount_captured: cents,
	amount_refunded: cents,
	billing_details: billingDetails,
	captured: v.boolean(),
	created: v.number(),
	currency: text,
	description: textOrNull,
	failure_code: textOrNull,
	failure_message: textOrNull,
	metadata,
	paid: v.boolean(),
	payment_intent: text,
	payment_method: text,
	payment_method_details: v.object({ type: v.literal("card"), card: cardDetails }),
	receipt_email: textOrNull,
	refunded: v.boolean(),
	status: v.picklist(["succeeded", "failed"]),
});

const refund = v.object({
	id: text,
	amount: cents,
	charge: text,
	created: v.number(),
	currency: text,
	metadata,
	payment_intent: text,
	reason: textOrNull,
	status: v.literal("succeeded"),
});

const event = v.object({
	id: text,
	created: v.number(),
	type: v.picklist([
		"payment_intent.succeeded",
		"payment_intent.payment_failed",
		"payment_intent.processing",
		"payment_intent.canceled",
		"charge.refunded",
	]),
	data: v.object({ object: v.looseObject({ id: text }) }),
	/** Not Stripe's: the order it is about, for the switches. */
	order: textOrNull,
});

export type BillingDetails = v.InferOutput<typeof billingDetails>;
export type PaymentMethod = v.InferOutput<typeof paymentMethod>;
export type PaymentError = v.InferOutput<typeof paymentError>;
export type PaymentIntent = v.InferOutput<typeof paymentIntent>;
export type Charge = v.InferOutput<typeof charge>;
export type Refund = v.InferOutput<typeof refund>;
export type Event = v.InferOutput<typeof event>;

export const paymentMethods: Kind<PaymentMethod> = {
	name: "payment_method",
	schema: paymentMethod,
};
export const paymentIntents: Kind<PaymentIntent> = {
	name: "payment_intent",
	schema: paymentIntent,
};
export const charges: Kind<Charge> = { name: "charge", schema: charge };
export const refunds: Kind<Refund> = { name: "refund", schema: refund };
export const events: Kind<Event> = { name: "event", schema: event };
