import type {
	PaymentIntent as BrowserIntent,
	PaymentMethod as BrowserMethod,
} from "@stripe/stripe-js";
import type { Store } from "../../store.ts";
import { type PaymentIntent, type PaymentMethod, paymentMethods } from "../objects.ts";
import { renderIntent } from "./intent.ts";
import { renderCard, renderMethod } from "./method.ts";

/** Returns a payment method with only the fields that a publishable key can read. */
export function renderMethodForBrowser(method: PaymentMethod): BrowserMethod {
	const rendered = renderMethod(method);
	const { tax_id: _, ...billing } = rendered.billing_details;
	const { generated_from: __, wallet: ___, ...card } = renderCard(method);
	const { link } = rendered;
	return {
		id: rendered.id,
		object: "payment_method",
		allow_redisplay: "unspecified",
		billing_details: billing,
		...(link ? { link } : { card: { ...card, wallet: null } }),
		created: rendered.created,
		customer: null,
		livemode: false,
		metadata: {},
		type: method.type,
	};
}

/** Returns an intent with only the fields that a publishable key can read. Metadata is not one of them. */
export function renderIntentForBrowser(store: Store, intent: PaymentIntent): BrowserIntent {
	const rendered = renderIntent(store, intent);
	const error = intent.last_payment_error;
	const failedMethod =
		typeof error?.payment_method === "string"
			? store.get(paymentMethods, error.payment_method)
			: null;
	return {
		id: rendered.id,
		object: "payment_intent",
		amount: rendered.amount,
		canceled_at: rendered.canceled_at,
		cancellation_reason: null,
		capture_method: "automatic",
		client_secret: rendered.client_secret,
		confirmation_method: "automatic",
		created: rendered.created,
		currency: rendered.currency,
		description: rendered.description,
		last_payment_error: error && {
			type: error.type,
			code: error.code,
			message: error.message,
			...(error.charge !== undefined && { charge: error.charge }),
			...(error.decline_code !== undefined && { decline_code: error.decline_code }),
			...(failedMethod && { payment_method: renderMethodForBrowser(failedMethod) }),
		},
		livemode: false,
		next_action: intent.next_action,
		payment_method: rendered.payment_method && intent.payment_method,
		payment_method_types: rendered.payment_method_types,
		receipt_email: rendered.receipt_email,
		setup_future_usage: null,
		shipping: null,
		status: intent.status,
	};
}
