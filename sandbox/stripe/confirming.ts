import type { World } from "../env.ts";
import { findTestCard } from "./cards.ts";
import { charge, decline, emitIntent, fail, saveIntent, succeed } from "./charging.ts";
import { unixNow } from "./clock.ts";
import { StripeError, unexpectedState } from "./errors.ts";
import { makeId } from "./ids.ts";
import { changeable } from "./intents.ts";
import { type PaymentIntent, paymentMethods } from "./objects.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import { renderIntent, renderPaymentError } from "./render/intent.ts";

/**
 * Confirms an intent with a payment method, or with the one it has.
 * @throws StripeError when it is succeeded, processing, canceled or has no payment method
 */
export function confirmIntent(
	world: World,
	intent: PaymentIntent,
	methodId: string | undefined,
): PaymentIntent {
	if (!changeable.includes(intent.status)) {
		const reason =
			intent.status === "succeeded"
				? "it has already succeeded after being previously confirmed."
				: `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
		throw unexpectedState(
			`You cannot confirm this PaymentIntent because ${reason}`,
			renderIntent(world.store, intent),
		);
	}
	const id = methodId ?? intent.payment_method;
	if (id === null) {
		throw unexpectedState(
			"You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
			renderIntent(world.store, intent),
		);
	}
	const method = requirePaymentMethod(world, id);
	if (!findTestCard(method.behaviour).challenge) return charge(world, intent, method);
	const waiting = saveIntent(world, {
		...intent,
		status: "requires_action",
		payment_method: method.id,
		last_payment_error: null,
		next_action: {
			type: "use_stripe_sdk",
			use_stripe_sdk: { type: "three_d_secure_redirect", source: makeId("pm") },
		},
	});
	emitIntent(world, "requires_action", waiting);
	return waiting;
}

/**
 * Ends the 3-D Secure step as the buyer chose in the dialog.
 * @throws StripeError when the intent does not wait for it
 */
export function authenticateIntent(
	world: World,
	intent: PaymentIntent,
	outcome: "complete" | "fail",
): PaymentIntent {
	const method = intent.payment_method && world.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "requires_action" || !method) {
		throw unexpectedState(
			"This PaymentIntent waits for no authentication.",
			renderIntent(world.store, intent),
		);
	}
	if (outcome === "complete") return charge(world, intent, method);
	return fail(world, intent, {
		type: "invalid_request_error",
		code: "payment_intent_authentication_failure",
		message:
			"We are unable to authenticate your payment method. Please choose a different payment method and try again.",
	});
}

/**
 * Tells an intent in `processing` how it ends.
 * @throws StripeError when it is in another status
 */
export function settleIntent(
	world: World,
	intent: PaymentIntent,
	outcome: "succeeded" | "failed",
): PaymentIntent {
	const method = intent.payment_method && world.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "processing" || !method) {
		throw unexpectedState(
			"This PaymentIntent is not in processing.",
			renderIntent(world.store, intent),
		);
	}
	if (outcome === "succeeded") return succeed(world, intent, method);
	return decline(world, intent, method, {
		code: "card_declined",
		declineCode: "generic_decline",
		message: "Your card was declined.",
	});
}

/**
 * Cancels an intent.
 * @throws StripeError when it is succeeded, processing or canceled already
 */
export function cancelIntent(
	world: World,
	intent: PaymentIntent,
	reason: string | null,
): PaymentIntent {
	if (!changeable.includes(intent.status)) {
		throw unexpectedState(
			`You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
			renderIntent(world.store, intent),
		);
	}
	const canceled = saveIntent(world, {
		...intent,
		status: "canceled",
		canceled_at: unixNow(world),
		cancellation_reason: reason,
		next_action: null,
	});
	emitIntent(world, "canceled", canceled);
	return canceled;
}

/** Makes the answer to a declined confirmation (402), with the intent as the caller may see it; else null. */
export function declinedAnswer(
	{ store }: World,
	intent: PaymentIntent,
	shown: unknown,
): StripeError | null {
	if (intent.status !== "requires_payment_method" || !intent.last_payment_error) return null;
	const { payment_method } = renderPaymentError(store, intent.last_payment_error);
	return new StripeError(402, {
		...intent.last_payment_error,
		payment_intent: shown,
		...(payment_method && { payment_method }),
	});
}
