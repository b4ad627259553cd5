import type { Charge, Event, PaymentIntent, PaymentMethod, Refund } from "./objects.ts";

/** Version of the API that the answers follow, the one of the `stripe` SDK in package.json. */
export const apiVersion = "2026-10-28.endive";

/** Shows an intent as Stripe's API does: fields that this sandbox never sets included. */
export function renderIntent(intent: PaymentIntent) {
	return {
		...intent,
		object: "payment_intent",
		allowed_payment_method_types: null,
		amount_capturable: 0,
		application: null,
		application_fee_amount: null,
		capture_method: "automatic",
		confirmation_method: "automatic",
		customer: null,
		customer_account: null,
		excluded_payment_method_types: null,
		livemode: false,
		managed_payments: null,
		on_behalf_of: null,
		payment_method_configuration_details: null,
		payment_method_options: {},
		payment_method_types: ["card"],
		payment_record: null,
		processing: intent.status === "processing" ? { type: "card", card: {} } : null,
		review: null,
		setup_future_usage: null,
		shipping: null,
		source: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		transfer_data: null,
		transfer_group: null,
	};
}

/** Shows an intent as a publishable key sees it: nothing of the shop's own business. */
export function renderIntentForBrowser(intent: PaymentIntent) {
	const { metadata: _, latest_charge: __, amount_received: ___, ...rest } = renderIntent(intent);
	return rest;
}

/** Shows a payment method as Stripe's API does. */
export function renderMethod({ behaviour: _, ...method }: PaymentMethod) {
	return {
		...method,
		object: "payment_method",
		allow_redisplay: "unspecified",
		customer: null,
		customer_account: null,
		livemode: false,
		type: "card",
	};
}

/** Shows a charge as Stripe's API does. */
export function renderCharge(charge: Charge) {
	return {
		...charge,
		object: "charge",
		application: null,
		application_fee: null,
		application_fee_amount: null,
		balance_transaction: null,
		calculated_statement_descriptor: null,
		customer: null,
		disputed: false,
		failure_balance_transaction: null,
		fraud_details: {},
		livemode: false,
		on_behalf_of: null,
		outcome: null,
		receipt_number: null,
		receipt_url: null,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		transfer_data: null,
		transfer_group: null,
	};
}

/** Shows a refund as Stripe's API does. */
export function renderRefund(refund: Refund) {
	return {
		...refund,
		object: "refund",
		balance_transaction: null,
		receipt_number: null,
		source_transfer_reversal: null,
		transfer_reversal: null,
	};
}

/** Shows an event as Stripe delivers it. */
export function renderEvent({ order: _, ...event }: Event) {
	return {
		...event,
		object: "event",
		api_version: apiVersion,
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
	};
}

/** Shows a list as Stripe's API does. */
export function renderList(url: string, data: unknown[], hasMore: boolean) {
	return { object: "list", data, has_more: hasMore, url };
}
