import type { SandboxContext } from "../env.ts";
import { findTestCard } from "./cards.ts";
import { charge, decline, emitIntent, fail, saveIntent, succeed } from "./charging.ts";
import { unixNow } from "./clock.ts";
import { StripeError, unexpectedState } from "./errors.ts";
import { makeId } from "./ids.ts";
import { changeableStatuses } from "./intents.ts";
import { type PaymentIntent, paymentMethods } from "./objects.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import { renderIntent, renderPaymentError } from "./render/intent.ts";

/**
 * Confirms an intent with a payment method, or with the one it has.
 * @throws StripeError when it is succeeded, processing, canceled or has no payment method
 */
export function confirmIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	methodId: string | undefined,
): PaymentIntent {
	if (!changeableStatuses.includes(intent.status)) {
		const reason =
			intent.status === "succeeded"
				? "it has already succeeded after being previously confirmed."
				: `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
		throw unexpectedState(
			`You cannot confirm this PaymentIntent because ${reason}`,
			renderIntent(context.store, intent),
		);
	}
	const id = methodId ?? intent.payment_method;
	if (id === null) {
		throw unexpectedState(
			"You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
			renderIntent(context.store, intent),
		);
	}
	const method = requirePaymentMethod(context, id);
	if (!findTestCard(method.behaviour).challenge) return charge(context, intent, method);
	const waiting = saveIntent(context, {
		...intent,
		status: "requires_action",
		payment_method: method.id,
		last_payment_error: null,
		next_action: {
			type: "use_stripe_sdk",
			use_stripe_sdk: { type: "three_d_secure_redirect", source: makeId("pm") },
		},
	});
	emitIntent(context, "requires_action", waiting);
	return waiting;
}

/**
 * Ends the 3-D Secure step as the buyer chose in the dialog.
 * @throws StripeError when the intent does not wait for it
 */
export function authenticateIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	outcome: "complete" | "fail",
): PaymentIntent {
	const method = intent.payment_method && context.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "requires_action" || !method) {
		throw unexpectedState(
			"This PaymentIntent waits for no authentication.",
			renderIntent(context.store, intent),
		);
	}
	if (outcome === "complete") return charge(context, intent, method);
	return fail(context, intent, {
		type: "invalid_request_error",
		code: "payment_intent_authentication_failure",
		message:
			"We are unable to authenticate your payment method. Please choose a different payment method and try again.",
	});
}

/**
 * Ends an intent in `processing`.
 * @throws StripeError when it is in another status
 */
export function settleIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	outcome: "succeeded" | "failed",
): PaymentIntent {
	const method = intent.payment_method && context.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "processing" || !method) {
		throw unexpectedState(
			"This PaymentIntent is not in processing.",
			renderIntent(context.store, intent),
		);
	}
	if (outcome === "succeeded") return succeed(context, intent, method);
	return decline(context, intent, method, {
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
	context: SandboxContext,
	intent: PaymentIntent,
	reason: string | null,
): PaymentIntent {
	if (!changeableStatuses.includes(intent.status)) {
		throw unexpectedState(
			`You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
			renderIntent(context.store, intent),
		);
	}
	const canceled = saveIntent(context, {
		...intent,
		status: "canceled",
		canceled_at: unixNow(context),
		cancellation_reason: reason,
		next_action: null,
	});
	emitIntent(context, "canceled", canceled);
	return canceled;
}

/** Makes the response to a declined confirmation (402), with the intent as the caller may see it; else null. */
export function declinedResponse(
	{ store }: SandboxContext,
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
