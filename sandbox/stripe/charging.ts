import type { SandboxContext } from "../env.ts";
import { type BankResponse, type FollowUp, findTestCard } from "./cards.ts";
import { unixNow } from "./clock.ts";
import { openDispute } from "./disputes.ts";
import { emit, orderOf } from "./event-log.ts";
import { createFraudWarning } from "./fraud-warnings.ts";
import { makeId } from "./ids.ts";
import { bookCharge } from "./ledger-entries.ts";
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

/** Writes an intent, listed under its order. */
export function saveIntent(context: SandboxContext, intent: PaymentIntent): PaymentIntent {
	return context.store.put(paymentIntents, intent.id, intent, orderOf(intent));
}

/** Sends an event about an intent as it is now. */
export function emitIntent(
	context: SandboxContext,
	step: "created" | "requires_action" | "processing" | "succeeded" | "payment_failed" | "canceled",
	intent: PaymentIntent,
): void {
	emit(context, `payment_intent.${step}`, renderIntent(context.store, intent), orderOf(intent));
}

/** Asks the bank: charges the card, declines it, or leaves the intent in `processing`. */
export function charge(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentIntent {
	const { bankResponse } = findTestCard(method.behaviour);
	if (bankResponse.kind === "decline") return decline(context, intent, method, bankResponse);
	if (bankResponse.kind === "approve") return succeed(context, intent, method);
	const waiting = saveIntent(context, {
		...intent,
		status: "processing",
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	emitIntent(context, "processing", waiting);
	return waiting;
}

/** Charges the card in full; the dispute of a disputed card comes before the event that the intent has succeeded. */
export function succeed(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentIntent {
	const paid = saveCharge(context, intent, method, null);
	emit(context, "charge.succeeded", renderCharge(paid), orderOf(intent));
	const done = saveIntent(context, {
		...intent,
		status: "succeeded",
		amount_received: intent.amount,
		latest_charge: paid.id,
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	const { followUp } = findTestCard(method.behaviour);
	if (followUp) follow(context, paid, followUp);
	emitIntent(context, "succeeded", done);
	return done;
}

function follow(context: SandboxContext, paid: Charge, followUp: FollowUp): void {
	if (followUp === "dispute") openDispute(context, paid, { reason: "fraudulent" });
	if (followUp === "dispute-not-received") {
		openDispute(context, paid, { reason: "product_not_received" });
	}
	if (followUp === "inquiry") openDispute(context, paid, { reason: "fraudulent", inquiry: true });
	if (followUp === "fraud-warning") createFraudWarning(context, paid);
}

/** Records a failed charge; the intent wants another payment method. */
export function decline(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
	{ code, declineCode, message, advice }: Omit<Decline, "kind">,
): PaymentIntent {
	const failed = saveCharge(context, intent, method, { code, message });
	emit(context, "charge.failed", renderCharge(failed), orderOf(intent));
	return fail(
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

/** Sends the intent back to `requires_payment_method` with the error, and reports it by webhook. */
export function fail(
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
	emitIntent(context, "payment_failed", failed);
	return failed;
}

function saveCharge(
	context: SandboxContext,
	intent: PaymentIntent,
	method: PaymentMethod,
	failure: { code: string; message: string } | null,
): Charge {
	const id = makeId("ch");
	const { amount, currency, description } = intent;
	const made: Charge = {
		id,
		amount,
		amount_captured: failure ? 0 : amount,
		amount_refunded: 0,
		balance_transaction: failure
			? null
			: bookCharge(context, { amount, currency, description, source: id }),
		billing_details: method.billing_details,
		captured: failure === null,
		created: unixNow(context),
		currency,
		description,
		disputed: false,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		metadata: intent.metadata,
		paid: failure === null,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: { type: "card", card: method.card },
		receipt_email: intent.receipt_email,
		refunded: false,
		status: failure ? "failed" : "succeeded",
	};
	return context.store.put(charges, id, made, orderOf(intent));
}
