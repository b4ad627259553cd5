import type Stripe from "stripe";
import type { Store } from "../../store.ts";
import { type PaymentError, type PaymentIntent, paymentMethods } from "../objects.ts";
import { getDocUrl } from "./doc-url.ts";
import { renderMethod } from "./method.ts";

/** Returns the error of the last attempt to pay, with the payment method that failed. */
export function renderPaymentError(
	store: Store,
	{ payment_method: id, ...error }: PaymentError,
): Stripe.PaymentIntent.LastPaymentError {
	const method = typeof id === "string" ? store.get(paymentMethods, id) : null;
	return {
		...error,
		doc_url: getDocUrl(error.code),
		...(method && { payment_method: renderMethod(method) }),
	};
}

/** Returns an intent in the format of Stripe's API, including the fields that the sandbox never sets. */
export function renderIntent(store: Store, intent: PaymentIntent): Stripe.PaymentIntent {
	return {
		id: intent.id,
		object: "payment_intent",
		allowed_payment_method_types: intent.allowed_payment_method_types,
		amount: intent.amount,
		amount_capturable: 0,
		amount_details: { tip: {} },
		amount_received: intent.amount_received,
		application: null,
		application_fee_amount: null,
		automatic_payment_methods: intent.automatic_payment_methods,
		canceled_at: intent.canceled_at,
		cancellation_reason: intent.cancellation_reason,
		capture_method: "automatic_async",
		client_secret: intent.client_secret,
		confirmation_method: "automatic",
		created: intent.created,
		currency: intent.currency,
		customer: null,
		customer_account: null,
		description: intent.description,
		excluded_payment_method_types: null,
		last_payment_error:
			intent.last_payment_error && renderPaymentError(store, intent.last_payment_error),
		latest_charge: intent.latest_charge,
		livemode: false,
		managed_payments: null,
		metadata: intent.metadata,
		next_action: intent.next_action,
		on_behalf_of: null,
		payment_method: intent.payment_method,
		payment_method_configuration_details: null,
		payment_method_options: {
			card: {
				installments: null,
				mandate_options: null,
				network: null,
				request_three_d_secure: "automatic",
			},
			...(intent.payment_method_types.includes("link") && { link: { persistent_token: null } }),
		},
		payment_method_types: intent.payment_method_types,
		payment_record: null,
		processing: intent.status === "processing" ? { type: "card", card: {} } : null,
		receipt_email: intent.receipt_email,
		review: null,
		setup_future_usage: null,
		shipping: null,
		source: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: intent.status,
		transfer_data: null,
		transfer_group: null,
	};
}
