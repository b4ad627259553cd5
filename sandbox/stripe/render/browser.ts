import type {
	PaymentIntent as BrowserIntent,
	PaymentMethod as BrowserMethod,
} from "@stripe/stripe-js";
import type { Store } from "../../store.ts";
import { type PaymentIntent, type PaymentMethod, paymentMethods } from "../objects.ts";
import { renderIntent } from "./intent.ts";
import { renderCard, renderMethod } from "./method.ts";

/** Shows a payment method as a publishable key sees it. */
export function renderMethodForBrowser(method: PaymentMethod): BrowserMethod {
	const shown = renderMethod(method);
	const { tax_id: _, ...billing } = shown.billing_details;
	const { generated_from: __, wallet: ___, ...card } = renderCard(method);
	return {
		id: shown.id,
		object: "payment_method",
		allow_redisplay: "unspecified",
		billing_details: billing,
		card: { ...card, wallet: null },
		created: shown.created,
		customer: null,
		livemode: false,
		metadata: {},
		type: "card",
	};
}

/** Shows an intent as a publishable key sees it: nothing of the shop's own business. */
export function renderIntentForBrowser(store: Store, intent: PaymentIntent): BrowserIntent {
	const shown = renderIntent(store, intent);
	const error = intent.last_payment_error;
	const tried =
		typeof error?.payment_method === "string"
			? store.get(paymentMethods, error.payment_method)
			: null;
	return {
		id: shown.id,
		object: "payment_intent",
		amount: shown.amount,
		canceled_at: shown.canceled_at,
		cancellation_reason: null,
		capture_method: "automatic",
		client_secret: shown.client_secret,
		confirmation_method: "automatic",
		created: shown.created,
		currency: shown.currency,
		description: shown.description,
		last_payment_error: error && {
			type: error.type,
			code: error.code,
			message: error.message,
			...(error.charge !== undefined && { charge: error.charge }),
			...(error.decline_code !== undefined && { decline_code: error.decline_code }),
			...(tried && { payment_method: renderMethodForBrowser(tried) }),
		},
		livemode: false,
		next_action: intent.next_action,
		payment_method: shown.payment_method && intent.payment_method,
		payment_method_types: shown.payment_method_types,
		receipt_email: shown.receipt_email,
		setup_future_usage: null,
		shipping: null,
		status: intent.status,
	};
}
