import type { World } from "../env.ts";
import { emit, orderOf } from "./event-log.ts";
import { bookRefund, bookRefundFailure } from "./ledger-entries.ts";
import { type Charge, charges, type Refund, refunds } from "./objects.ts";
import { renderCharge } from "./render/charge.ts";
import { renderRefund } from "./render/refund.ts";

/** Why a refund failed (docs.stripe.com/refunds#failed-refunds). */
export type FailureReason =
	| "lost_or_stolen_card"
	| "expired_or_canceled_card"
	| "charge_for_pending_refund_disputed"
	| "insufficient_funds"
	| "declined"
	| "merchant_request"
	| "unknown";

/** Writes a refund, listed under the order of its charge. */
export function saveRefund(world: World, refund: Refund): Refund {
	const charge = world.store.get(charges, refund.charge);
	return world.store.put(refunds, refund.id, refund, charge && orderOf(charge));
}

/** Books a refund that succeeds: the charge counts it and `charge.refunded` tells. */
export function applyRefund(world: World, refund: Refund): Refund {
	const { pending_reason: _, ...rest } = refund;
	const booked = saveRefund(world, {
		...rest,
		balance_transaction: bookRefund(world, entryOf(refund)),
		status: "succeeded",
	});
	const charge = countOnCharge(world, refund, refund.amount);
	if (charge) emit(world, "charge.refunded", renderCharge(charge), orderOf(charge));
	return booked;
}

/** Takes back what a refund did: its money came back, and the charge counts it no longer. */
export function undoRefund(world: World, refund: Refund, reason: FailureReason): Refund {
	const { pending_reason: _, ...rest } = refund;
	const wasBooked = refund.status === "succeeded";
	if (wasBooked) countOnCharge(world, refund, -refund.amount);
	return saveRefund(world, {
		...rest,
		failure_reason: reason,
		...(wasBooked && { failure_balance_transaction: bookRefundFailure(world, entryOf(refund)) }),
		status: "failed",
	});
}

/** Tells of a change of a refund, by the old type of event and by the new one. */
export function emitRefundChange(world: World, before: Refund, after: Refund): void {
	const charge = world.store.get(charges, after.charge);
	const order = charge && orderOf(charge);
	const shown = renderRefund(after);
	const old = Object.entries(renderRefund(before));
	const now = new Map(Object.entries(shown));
	const changed = old.filter(([name, value]) => now.get(name) !== value && !isObject(value));
	const previous = Object.fromEntries(changed);
	emit(world, "refund.updated", shown, order, previous);
	emit(world, "charge.refund.updated", shown, order, previous);
	if (after.status === "failed") emit(world, "refund.failed", shown, order, previous);
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const entryOf = ({ amount, currency, id }: Refund) => ({
	amount,
	currency,
	source: id,
	description: "REFUND FOR CHARGE",
});

function countOnCharge(world: World, { charge: id }: Refund, cents: number): Charge | null {
	const charge = world.store.get(charges, id);
	if (!charge) return null;
	const amountRefunded = charge.amount_refunded + cents;
	return world.store.put(
		charges,
		id,
		{ ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount },
		orderOf(charge),
	);
}
