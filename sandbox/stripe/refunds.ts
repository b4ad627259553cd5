import type { World } from "../env.ts";
import { missing, ParameterError, StripeError } from "./errors.ts";
import { emit, orderOf } from "./events.ts";
import { makeId, unixNow } from "./ids.ts";
import { requireIntent } from "./intents.ts";
import { type Charge, charges, type Refund, refunds } from "./objects.ts";
import { renderCharge } from "./render.ts";

/** What is refunded, named by intent or by charge; `amount` in cents, all that is left without it. */
export interface RefundParams {
	payment_intent?: string | undefined;
	charge?: string | undefined;
	amount?: number | undefined;
	reason?: string | undefined;
	metadata?: Record<string, string> | undefined;
}

/**
 * Gives money back, never more than was charged, and sends `charge.refunded`.
 * @throws StripeError when nothing was charged, all was refunded, or less is left than `amount`
 */
export function createRefund(world: World, params: RefundParams): Refund {
	const charge = requireCharge(world, params);
	const left = charge.amount - charge.amount_refunded;
	if (left === 0) {
		throw refuse("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
	}
	const amount = params.amount ?? left;
	if (amount < 1) {
		throw new ParameterError("amount", "parameter_invalid_integer", "Invalid positive integer");
	}
	if (amount > left) {
		throw refuse(
			"amount_too_large",
			`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
		);
	}
	const id = makeId("re");
	const refund: Refund = {
		id,
		amount,
		charge: charge.id,
		created: unixNow(),
		currency: charge.currency,
		metadata: params.metadata ?? {},
		payment_intent: charge.payment_intent,
		reason: params.reason ?? null,
		status: "succeeded",
	};
	world.store.put(refunds, id, refund, orderOf(charge));
	const refunded: Charge = {
		...charge,
		amount_refunded: charge.amount_refunded + amount,
		refunded: amount === left,
	};
	world.store.put(charges, charge.id, refunded, orderOf(charge));
	emit(world, "charge.refunded", renderCharge(refunded));
	return refund;
}

function requireCharge(world: World, params: RefundParams): Charge {
	const id = params.charge ?? paidChargeOf(world, params.payment_intent);
	const charge = world.store.get(charges, id);
	if (!charge) throw missing("charge", id, "charge");
	if (!charge.paid) throw refuse("charge_not_refundable", `Charge ${id} was not paid.`);
	return charge;
}

function paidChargeOf(world: World, intentId: string | undefined): string {
	if (intentId === undefined) {
		throw new ParameterError(
			"payment_intent",
			"parameter_missing",
			"One of the following params should be provided for this request: payment_intent or charge.",
		);
	}
	const intent = requireIntent(world, intentId);
	if (intent.status !== "succeeded" || intent.latest_charge === null) {
		throw refuse(
			"payment_intent_unexpected_state",
			`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
		);
	}
	return intent.latest_charge;
}

function refuse(code: string, message: string): StripeError {
	return new StripeError(400, { type: "invalid_request_error", code, message });
}

function dollars(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}
