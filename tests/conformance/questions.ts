import type Stripe from "stripe";
import type { Connection } from "./connection.ts";
import type { Facts } from "./facts.ts";

/** What every payment here is. */
export const usd = { currency: "usd", allowed_payment_method_types: ["card" as const] };

/** @param amount cents @returns an intent that waits for a card */
export const open = (stripe: Stripe, amount = 2599) =>
	stripe.paymentIntents.create({ ...usd, amount });

/** @returns an intent that is confirmed with a test card */
export async function pay(stripe: Stripe, method = "pm_card_visa") {
	const { id } = await open(stripe);
	return stripe.paymentIntents.confirm(id, { payment_method: method });
}

/** @returns what of an intent has to be the same */
export const intentFacts = (intent: Stripe.PaymentIntent): Facts => ({
	status: intent.status,
	amount: intent.amount,
	received: intent.amount_received,
	charged: intent.latest_charge !== null,
	next: intent.next_action?.type ?? null,
});

/** @returns what of a refund has to be the same */
export const refundFacts = (refund: Stripe.Refund): Facts => ({
	status: refund.status,
	amount: refund.amount,
	reason: refund.reason,
	pending: refund.pending_reason ?? null,
	booked: refund.balance_transaction !== null,
});

/** @returns what of the charge of an intent, read with it, has to be the same */
export async function chargeFacts({ stripe }: Connection, id: string): Promise<Facts> {
	const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
		expand: ["latest_charge.refunds"],
	});
	if (charge === null || typeof charge === "string") return { expanded: false };
	return {
		paid: charge.paid,
		refunded: charge.refunded,
		amount_refunded: charge.amount_refunded,
		disputed: charge.disputed,
		refunds: charge.refunds?.data.length ?? 0,
	};
}

/** @returns the facts of a refusal */
export const refusal = (http: number, type: string, more: Facts = {}): Facts => ({
	http,
	type,
	...more,
});
/** @returns the facts of a refusal of what was asked (400) */
export const invalid = (more: Facts = {}) => refusal(400, "invalid_request_error", more);
/** The facts of a refusal for the sake of the intent's status. */
export const unexpected = invalid({ code: "payment_intent_unexpected_state" });
