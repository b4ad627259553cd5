import type { SandboxContext } from "../env.ts";
import { recordCharge } from "./balance-transactions.ts";
import { type BankResponse, type FollowUp, findTestCard } from "./cards.ts";
import { nowSeconds } from "./clock.ts";
import { openDispute } from "./disputes.ts";
import { emit, getOrderId } from "./event-log.ts";
import { createFraudWarning } from "./fraud-warnings.ts";
import { createId } from "./ids.ts";
import {
	type Charge,
	charges,
	type PaymentError,
	type PaymentIntent,
	type PaymentMethod,
	paymentIntents,
} from "./objects.ts";
import { renderCharge } from "./render/charge.ts";
import { renderIntent } from "./render/intent.ts";

type Decline = Extract<BankResponse, { kind: "decline" }>;

/** Stores an intent, tagged with its order. */
export function saveIntent(context: SandboxContext, intent: PaymentIntent): PaymentIntent {
	return context.store.put(paymentIntents, intent.id, intent, getOrderId(intent));
}

export function emitIntentEvent(
	context: SandboxContext,
	event: "created" | "requires_action" | "processing" | "succeeded" | "payment_failed" | "canceled",
	intent: PaymentIntent,
): void {
	emit(context, `payment_intent.${event}`, renderIntent(context.store, intent), getOrderId(intent));
}

/** Charges the card: depending on the test card, the intent succeeds, is declined or stays in `processing`. */
export function chargeCard(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentIntent {
	const { bankResponse } = findTestCard(method.testCard);
	if (bankResponse.kind === "decline") return declineIntent(context, intent, method, bankResponse);
	if (bankResponse.kind === "approve") return succeedIntent(context, intent, method);
	const processing = saveIntent(context, {
		...intent,
		status: "processing",
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	emitIntentEvent(context, "processing", processing);
	return processing;
}

/** Charges the card in full. Like Stripe, opens a test card's dispute before emitting `payment_intent.succeeded`. */
export function succeedIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentIntent {
	const charge = saveCharge(context, intent, method, null);
	emit(context, "charge.succeeded", renderCharge(charge), getOrderId(intent));
	const succeeded = saveIntent(context, {
		...intent,
		status: "succeeded",
		amount_received: intent.amount,
		latest_charge: charge.id,
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	const { followUp } = findTestCard(method.testCard);
	if (followUp) runFollowUp(context, charge, followUp);
	emitIntentEvent(context, "succeeded", succeeded);
	return succeeded;
}

function runFollowUp(context: SandboxContext, charge: Charge, followUp: FollowUp): void {
	if (followUp === "dispute") openDispute(context, charge, { reason: "fraudulent" });
	if (followUp === "dispute-not-received") {
		openDispute(context, charge, { reason: "product_not_received" });
	}
	if (followUp === "inquiry") {
		openDispute(context, charge, { reason: "fraudulent", inquiry: true });
	}
	if (followUp === "fraud-warning") createFraudWarning(context, charge);
}

/** Stores a failed charge and fails the intent. */
export function declineIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
	{ code, declineCode, message, advice }: Omit<Decline, "kind">,
): PaymentIntent {
	const failed = saveCharge(context, intent, method, { code, message });
	emit(context, "charge.failed", renderCharge(failed), getOrderId(intent));
	return failIntent(
		context,
		{ ...intent, latest_charge: failed.id },
		{
			type: "card_error",
			code,
			message,
			charge: failed.id,
			network_decline_code: "01",
			payment_method: method.id,
			...(advice === undefined ? {} : { advice_code: advice }),
			...(declineCode === undefined ? {} : { decline_code: declineCode }),
		},
	);
}

/** Returns the intent to `requires_payment_method` with the error, and emits `payment_intent.payment_failed`. */
export function failIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	error: PaymentError,
): PaymentIntent {
	const failed = saveIntent(context, {
		...intent,
		status: "requires_payment_method",
		payment_method: null,
		next_action: null,
		last_payment_error: error,
	});
	emitIntentEvent(context, "payment_failed", failed);
	return failed;
}

function saveCharge(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
	failure: { code: string; message: string } | null,
): Charge {
	const id = createId(method.type === "link" ? "py" : "ch");
	const { amount, currency, description } = intent;
	const charge: Charge = {
		id,
		amount,
		amount_captured: failure ? 0 : amount,
		amount_refunded: 0,
		balance_transaction: failure
			? null
			: recordCharge(context, { amount, currency, description, source: id }),
		billing_details: method.billing_details,
		captured: failure === null,
		created: nowSeconds(context),
		currency,
		description,
		disputed: false,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		metadata: intent.metadata,
		paid: failure === null,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: { type: method.type, card: method.card },
		receipt_email: intent.receipt_email,
		refunded: false,
		status: failure ? "failed" : "succeeded",
	};
	return context.store.put(charges, id, charge, getOrderId(intent));
}
