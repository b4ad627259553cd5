import type { SandboxContext } from "../env.ts";
import { findTestCard } from "./cards.ts";
import {
	chargeCard,
	declineIntent,
	emitIntentEvent,
	failIntent,
	saveIntent,
	succeedIntent,
} from "./charge-card.ts";
import { nowSeconds } from "./clock.ts";
import { invalidRequest, StripeError, unexpectedState } from "./errors.ts";
import { createId } from "./ids.ts";
import { changeableStatuses } from "./intents.ts";
import { type PaymentIntent, type PaymentMethod, paymentMethods } from "./objects.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import { renderIntent, renderPaymentError } from "./render/intent.ts";

/** @throws StripeError if the intent does not accept this type of payment method, or if Link lacks a mandate */
function checkMethod(intent: PaymentIntent, { type }: PaymentMethod, hasMandate: boolean): void {
	if (!intent.payment_method_types.includes(type)) {
		throw invalidRequest(
			`The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(", ")}. Alternatively update the allowed payment_method_types for this PaymentIntent to include "${type}".`,
			"payment_intent_invalid_parameter",
		);
	}
	if (type === "link" && !hasMandate) {
		const param = "mandate_data";
		throw invalidRequest(`Missing required param: ${param}.`, "parameter_missing", param);
	}
}

/**
 * Confirms an intent with a payment method, by default its current one.
 * @throws StripeError if the intent has succeeded, is processing or canceled, or has no payment method that it accepts
 */
export function confirmIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	methodId: string | undefined,
	hasMandate = false,
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
	checkMethod(intent, method, hasMandate);
	if (!findTestCard(method.testCard).requires3ds) return chargeCard(context, intent, method);
	const actionRequired = saveIntent(context, {
		...intent,
		status: "requires_action",
		payment_method: method.id,
		last_payment_error: null,
		next_action: {
			type: "use_stripe_sdk",
			use_stripe_sdk: { type: "three_d_secure_redirect", source: createId("pm") },
		},
	});
	emitIntentEvent(context, "requires_action", actionRequired);
	return actionRequired;
}

/**
 * Completes or fails the 3-D Secure authentication of an intent.
 * @throws StripeError if the intent's status is not `requires_action`
 */
export function authenticateIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	outcome: "complete" | "fail",
): PaymentIntent {
	const method = intent.payment_method && context.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "requires_action" || !method) {
		throw unexpectedState(
			"This PaymentIntent does not require authentication.",
			renderIntent(context.store, intent),
		);
	}
	if (outcome === "complete") return chargeCard(context, intent, method);
	return failIntent(context, intent, {
		type: "invalid_request_error",
		code: "payment_intent_authentication_failure",
		message:
			"We are unable to authenticate your payment method. Please choose a different payment method and try again.",
	});
}

/**
 * Succeeds or declines an intent in `processing`.
 * @throws StripeError if the intent has another status
 */
export function settleIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	outcome: "succeeded" | "failed",
): PaymentIntent {
	const method = intent.payment_method && context.store.get(paymentMethods, intent.payment_method);
	if (intent.status !== "processing" || !method) {
		throw unexpectedState(
			"This PaymentIntent is not processing.",
			renderIntent(context.store, intent),
		);
	}
	if (outcome === "succeeded") return succeedIntent(context, intent, method);
	return declineIntent(context, intent, method, {
		code: "card_declined",
		declineCode: "generic_decline",
		message: "Your card was declined.",
	});
}

/**
 * Cancels an intent.
 * @throws StripeError if the intent has succeeded, is processing or canceled
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
		canceled_at: nowSeconds(context),
		cancellation_reason: reason,
		next_action: null,
	});
	emitIntentEvent(context, "canceled", canceled);
	return canceled;
}

/**
 * Returns the error (402) for an intent whose confirmation was declined, or null for any other intent.
 * @param rendered - the intent as the response shows it
 */
export function findDeclineError(
	{ store }: SandboxContext,
	intent: PaymentIntent,
	rendered: unknown,
): StripeError | null {
	if (intent.status !== "requires_payment_method" || !intent.last_payment_error) return null;
	const { payment_method } = renderPaymentError(store, intent.last_payment_error);
	return new StripeError(402, {
		...intent.last_payment_error,
		payment_intent: rendered,
		...(payment_method && { payment_method }),
	});
}
