import type Stripe from "stripe";
import type { BillingDetails, PaymentMethod } from "../objects.ts";
import { linkAccountEmail } from "../payment-methods.ts";

/** Returns billing details in the format of payment methods and charges. If the address is missing, all its fields are null. */
export function renderBilling(details: BillingDetails): Stripe.Charge.BillingDetails {
	const { city, country, line1, line2, postal_code, state } = details.address ?? {};
	return {
		address: {
			city: city ?? null,
			country: country ?? null,
			line1: line1 ?? null,
			line2: line2 ?? null,
			postal_code: postal_code ?? null,
			state: state ?? null,
		},
		email: details.email,
		name: details.name,
		phone: details.phone,
		tax_id: null,
	};
}

/** Returns the bank's checks of the card's details. All pass, except that those of missing address fields are null. */
export function renderChecks({ address }: BillingDetails): Stripe.PaymentMethod.Card.Checks {
	return {
		address_line1_check: address?.line1 ? "pass" : null,
		address_postal_code_check: address?.postal_code ? "pass" : null,
		cvc_check: "pass",
	};
}

/** Returns the card of a payment method in the format of Stripe's API. */
export function renderCard({ card, billing_details }: PaymentMethod): Stripe.PaymentMethod.Card {
	return {
		...card,
		checks: renderChecks(billing_details),
		display_brand: card.brand === "amex" ? "american_express" : card.brand,
		fingerprint: `sandbox${card.last4}`,
		generated_from: null,
		networks: { available: [card.brand], preferred: null },
		regulated_status: "unregulated",
		three_d_secure_usage: { supported: true },
		wallet: null,
	};
}

/** Returns a payment method in the format of Stripe's API. */
export function renderMethod(method: PaymentMethod): Stripe.PaymentMethod {
	return {
		id: method.id,
		object: "payment_method",
		allow_redisplay: "unspecified",
		billing_details: renderBilling(method.billing_details),
		...(method.type === "link"
			? { link: { email: linkAccountEmail } }
			: { card: renderCard(method) }),
		created: method.created,
		customer: null,
		customer_account: null,
		livemode: false,
		metadata: method.metadata,
		type: method.type,
	};
}
