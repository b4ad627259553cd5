import type { World } from "../env.ts";
import { findTestCard, type Verdict } from "./cards.ts";
import { emit, orderOf } from "./events.ts";
import { makeId, unixNow } from "./ids.ts";
import {
	type Charge,
	charges,
	type PaymentError,
	type PaymentIntent,
	type PaymentMethod,
	paymentIntents,
} from "./objects.ts";
import { renderIntent, renderMethod } from "./render.ts";

type Decline = Extract<Verdict, { kind: "decline" }>;

/** Writes an intent, listed under its order. */
export function saveIntent(world: World, intent: PaymentIntent): PaymentIntent {
	return world.store.put(paymentIntents, intent.id, intent, orderOf(intent));
}

/** Asks the bank: charges the card, declines it, or leaves the intent in `processing`. */
export function charge(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
	const { verdict } = findTestCard(method.behaviour);
	if (verdict.kind === "decline") return decline(world, intent, method, verdict);
	if (verdict.kind === "approve") return succeed(world, intent, method);
	const waiting = saveIntent(world, {
		...intent,
		status: "processing",
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	emit(world, "payment_intent.processing", renderIntent(waiting));
	return waiting;
}

/** Charges the card in full and sends `payment_intent.succeeded`. */
export function succeed(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
	const paid = saveCharge(world, intent, method, null);
	const done = saveIntent(world, {
		...intent,
		status: "succeeded",
		amount_received: intent.amount,
		latest_charge: paid.id,
		payment_method: method.id,
		next_action: null,
		last_payment_error: null,
	});
	emit(world, "payment_intent.succeeded", renderIntent(done));
	return done;
}

/** Records a failed charge; the intent wants another payment method. */
export function decline(
	world: World,
	intent: PaymentIntent,
	method: PaymentMethod,
	{ code, declineCode, message }: Omit<Decline, "kind">,
): PaymentIntent {
	const failed = saveCharge(world, intent, method, { code, message });
	return fail(
		world,
		{ ...intent, latest_charge: failed.id },
		{
			type: "card_error",
			code,
			message,
			charge: failed.id,
			payment_method: renderMethod(method),
			...(declineCode === undefined ? {} : { decline_code: declineCode }),
		},
	);
}

/** Sends the intent back to `requires_payment_method` with the error, and says so by webhook. */
export function fail(world: World, intent: PaymentIntent, error: PaymentError): PaymentIntent {
	const failed = saveIntent(world, {
		...intent,
		status: "requires_payment_method",
		payment_method: null,
		next_action: null,
		last_payment_error: error,
	});
	emit(world, "payment_intent.payment_failed", renderIntent(failed));
	return failed;
}

function saveCharge(
	world: World,
	intent: PaymentIntent,
	method: PaymentMethod,
	failure: { code: string; message: string } | null,
): Charge {
	const id = makeId("ch");
	const made: Charge = {
		id,
		amount: intent.amount,
		amount_captured: failure ? 0 : intent.amount,
		amount_refunded: 0,
		billing_details: method.billing_details,
		captured: failure === null,
		created: unixNow(),
		currency: intent.currency,
		description: intent.description,
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
	return world.store.put(charges, id, made, orderOf(intent));
}
