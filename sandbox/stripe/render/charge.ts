import type Stripe from "stripe";
import type { Charge } from "../objects.ts";
import { renderBilling, renderChecks } from "./method.ts";

function renderOutcome(charge: Charge): Stripe.Charge.Outcome {
	const isApproved = charge.failure_code === null;
	return {
		advice_code: null,
		network_advice_code: null,
		network_decline_code: isApproved ? null : "01",
		network_status: isApproved ? "approved_by_network" : "declined_by_network",
		reason: charge.failure_code,
		risk_level: "normal",
		risk_score: 20,
		seller_message: isApproved
			? "Payment complete."
			: "The bank did not return any further details with this decline.",
		type: isApproved ? "authorized" : "issuer_declined",
	};
}

function renderCard(charge: Charge): Stripe.Charge.PaymentMethodDetails.Card {
	const { card } = charge.payment_method_details;
	return {
		...card,
		amount_authorized: charge.paid ? charge.amount : null,
		authorization_code: charge.paid ? "123456" : null,
		checks: renderChecks(charge.billing_details),
		electronic_commerce_indicator: null,
		extended_authorization: { status: "disabled" },
		fingerprint: `sandbox${card.last4}`,
		incremental_authorization: { status: "unavailable" },
		installments: null,
		mandate: null,
		multicapture: { status: "unavailable" },
		network: card.brand,
		network_token: { used: false },
		network_transaction_id: "sandbox000000000",
		overcapture: { maximum_amount_capturable: charge.amount, status: "unavailable" },
		regulated_status: "unregulated",
		three_d_secure: null,
		transaction_link_id: null,
		wallet: null,
	};
}

function renderDetails(charge: Charge): Stripe.Charge.PaymentMethodDetails {
	const { type, card } = charge.payment_method_details;
	return type === "link"
		? { type, link: { country: card.country } }
		: { type, card: renderCard(charge) };
}

/** Returns a charge in the format of Stripe's API, including the fields that the sandbox never sets. */
export function renderCharge(charge: Charge): Stripe.Charge {
	return {
		id: charge.id,
		object: "charge",
		amount: charge.amount,
		amount_captured: charge.amount_captured,
		amount_refunded: charge.amount_refunded,
		application: null,
		application_fee: null,
		application_fee_amount: null,
		balance_transaction: charge.balance_transaction,
		billing_details: renderBilling(charge.billing_details),
		calculated_statement_descriptor: "TORQUE TOOL DEPOT",
		captured: charge.captured,
		created: charge.created,
		currency: charge.currency,
		customer: null,
		description: charge.description,
		disputed: charge.disputed,
		failure_balance_transaction: null,
		failure_code: charge.failure_code,
		failure_message: charge.failure_message,
		fraud_details: {},
		livemode: false,
		metadata: charge.metadata,
		on_behalf_of: null,
		outcome: renderOutcome(charge),
		paid: charge.paid,
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		payment_method_details: renderDetails(charge),
		radar_options: {},
		receipt_email: charge.receipt_email,
		receipt_number: null,
		receipt_url: null,
		refunded: charge.refunded,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: charge.status,
		transfer_data: null,
		transfer_group: null,
	};
}
