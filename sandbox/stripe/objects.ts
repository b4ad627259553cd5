import * as v from "valibot";
import type { DocumentKind } from "../store.ts";

const text = v.string();
const textOrNull = v.nullable(v.string());
const cents = v.number();
const metadata = v.record(v.string(), v.string());
/** For fields that are missing in documents stored by an older version of the sandbox. */
const optionalTextOrNull = v.optional(textOrNull, null);

const billingDetailsSchema = v.object({
	address: v.nullable(v.record(v.string(), v.nullable(v.string()))),
	email: textOrNull,
	name: textOrNull,
	phone: textOrNull,
});

const cardDetailsSchema = v.object({
	brand: text,
	country: text,
	exp_month: v.number(),
	exp_year: v.number(),
	funding: text,
	last4: text,
});

/**
 * `link`: Link as a separate payment method, which charges a card in the Link account
 * (docs.stripe.com/payments/link/link-payment-integrations).
 */
const methodTypeSchema = v.picklist(["card", "link"]);

export type MethodType = v.InferOutput<typeof methodTypeSchema>;

const paymentMethodSchema = v.pipe(
	v.object({
		id: text,
		type: v.optional(methodTypeSchema, "card"),
		billing_details: billingDetailsSchema,
		card: cardDetailsSchema,
		created: v.number(),
		metadata,
		/** The alias of the test card (cards.ts), which is stored instead of the number. */
		testCard: v.optional(text),
		/** The name of `testCard` in documents stored by an older version of the sandbox. */
		behaviour: v.optional(text, "pm_card_visa"),
	}),
	v.transform(({ testCard, behaviour, ...rest }) => ({ ...rest, testCard: testCard ?? behaviour })),
);

const paymentErrorSchema = v.object({
	type: v.picklist(["card_error", "invalid_request_error"]),
	code: text,
	message: text,
	advice_code: v.exactOptional(text),
	decline_code: v.exactOptional(text),
	network_decline_code: v.exactOptional(text),
	charge: v.exactOptional(text),
	/** The id of the payment method. Responses have the object instead. */
	payment_method: v.exactOptional(v.unknown()),
});

const paymentIntentSchema = v.object({
	id: text,
	allowed_payment_method_types: v.optional(v.nullable(v.array(methodTypeSchema)), null),
	amount: cents,
	amount_received: cents,
	automatic_payment_methods: v.nullable(v.object({ enabled: v.boolean() })),
	canceled_at: v.nullable(v.number()),
	cancellation_reason: textOrNull,
	client_secret: text,
	created: v.number(),
	currency: text,
	description: textOrNull,
	last_payment_error: v.nullable(paymentErrorSchema),
	latest_charge: textOrNull,
	metadata,
	next_action: v.nullable(v.object({ type: text, use_stripe_sdk: v.record(text, text) })),
	payment_method: textOrNull,
	payment_method_types: v.optional(v.array(methodTypeSchema), ["card"]),
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

const chargeSchema = v.object({
	id: text,
	amount: cents,
	amount_captured: cents,
	amount_refunded: cents,
	balance_transaction: optionalTextOrNull,
	billing_details: billingDetailsSchema,
	captured: v.boolean(),
	created: v.number(),
	currency: text,
	description: textOrNull,
	disputed: v.optional(v.boolean(), false),
	failure_code: textOrNull,
	failure_message: textOrNull,
	metadata,
	paid: v.boolean(),
	payment_intent: text,
	payment_method: text,
	payment_method_details: v.object({ type: methodTypeSchema, card: cardDetailsSchema }),
	receipt_email: textOrNull,
	refunded: v.boolean(),
	status: v.picklist(["succeeded", "failed"]),
});

const refundSchema = v.object({
	id: text,
	amount: cents,
	balance_transaction: optionalTextOrNull,
	charge: text,
	created: v.number(),
	currency: text,
	failure_balance_transaction: v.exactOptional(text),
	failure_reason: v.exactOptional(text),
	metadata,
	payment_intent: text,
	payment_method: optionalTextOrNull,
	pending_reason: v.exactOptional(v.picklist(["processing", "insufficient_funds"])),
	reason: v.nullable(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
	status: v.picklist(["pending", "succeeded", "failed", "canceled"]),
});

const disputeSchema = v.object({
	id: text,
	amount: cents,
	balance_transactions: v.array(text),
	charge: text,
	created: v.number(),
	currency: text,
	evidence: v.record(text, text),
	inquiry: v.boolean(),
	is_charge_refundable: v.boolean(),
	metadata,
	payment_intent: text,
	reason: text,
	status: v.picklist([
		"needs_response",
		"under_review",
		"won",
		"lost",
		"warning_needs_response",
		"warning_under_review",
		"warning_closed",
	]),
	submission_count: v.number(),
});

const fraudWarningSchema = v.object({
	id: text,
	charge: text,
	created: v.number(),
	fraud_type: text,
	payment_intent: text,
});

const balanceTransactionSchema = v.object({
	id: text,
	amount: v.number(),
	created: v.number(),
	currency: text,
	description: textOrNull,
	fee: cents,
	fee_description: text,
	reporting_category: text,
	source: text,
	type: v.picklist([
		"charge",
		"payment",
		"refund",
		"payment_refund",
		"refund_failure",
		"adjustment",
	]),
});

export type BillingDetails = v.InferOutput<typeof billingDetailsSchema>;
export type PaymentMethod = v.InferOutput<typeof paymentMethodSchema>;
export type PaymentError = v.InferOutput<typeof paymentErrorSchema>;
export type PaymentIntent = v.InferOutput<typeof paymentIntentSchema>;
export type Charge = v.InferOutput<typeof chargeSchema>;
export type Refund = v.InferOutput<typeof refundSchema>;
export type Dispute = v.InferOutput<typeof disputeSchema>;
export type FraudWarning = v.InferOutput<typeof fraudWarningSchema>;
export type BalanceTransaction = v.InferOutput<typeof balanceTransactionSchema>;

const createDocumentKind = <T>(
	name: string,
	schema: v.GenericSchema<unknown, T>,
): DocumentKind<T> => ({
	name,
	schema,
});

export const paymentMethods = createDocumentKind("payment_method", paymentMethodSchema);
export const paymentIntents = createDocumentKind("payment_intent", paymentIntentSchema);
export const charges = createDocumentKind("charge", chargeSchema);
export const refunds = createDocumentKind("refund", refundSchema);
export const disputes = createDocumentKind("dispute", disputeSchema);
export const fraudWarnings = createDocumentKind("early_fraud_warning", fraudWarningSchema);
export const balanceTransactions = createDocumentKind(
	"balance_transaction",
	balanceTransactionSchema,
);
