import type Stripe from "stripe";
import type { Connection } from "./connection.ts";
import type { Outcome } from "./outcome.ts";

export const cardPaymentParams = {
	currency: "usd",
	allowed_payment_method_types: ["card" as const],
};

/**
 * Creates an intent without a payment method.
 * @param amount - the amount in cents
 */
export const createIntent = (stripe: Stripe, amount = 2599) =>
	stripe.paymentIntents.create({ ...cardPaymentParams, amount });

/** Creates an intent and confirms it with a test card. */
export async function pay(stripe: Stripe, method = "pm_card_visa") {
	const { id } = await createIntent(stripe);
	return stripe.paymentIntents.confirm(id, { payment_method: method });
}

export const toIntentOutcome = (intent: Stripe.PaymentIntent): Outcome => ({
	status: intent.status,
	amount: intent.amount,
	received: intent.amount_received,
	hasCharge: intent.latest_charge !== null,
	nextAction: intent.next_action?.type ?? null,
});

export const toRefundOutcome = (refund: Stripe.Refund): Outcome => ({
	status: refund.status,
	amount: refund.amount,
	reason: refund.reason,
	pendingReason: refund.pending_reason ?? null,
	hasBalanceTransaction: refund.balance_transaction !== null,
});

/** @returns the state of an intent's charge and the number of its refunds */
export async function readChargeOutcome(
	{ stripe }: Connection,
	intentId: string,
): Promise<Outcome> {
	const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, {
		expand: ["latest_charge.refunds"],
	});
	if (charge === null || typeof charge === "string")
		throw new Error(`${intentId} has no expanded charge.`);
	return {
		paid: charge.paid,
		refunded: charge.refunded,
		amount_refunded: charge.amount_refunded,
		disputed: charge.disputed,
		refunds: charge.refunds?.data.length ?? 0,
	};
}

export const createErrorOutcome = (
	httpStatus: number,
	type: string,
	details: Outcome = {},
): Outcome => ({
	httpStatus,
	type,
	...details,
});
/** The error for an invalid request (400). */
export const createInvalidRequestOutcome = (details: Outcome = {}) =>
	createErrorOutcome(400, "invalid_request_error", details);
/** The error for a request that the intent's status does not allow. */
export const unexpectedState = createInvalidRequestOutcome({
	code: "payment_intent_unexpected_state",
});
