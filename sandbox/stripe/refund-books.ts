import type { SandboxContext } from "../env.ts";
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
export function saveRefund(context: SandboxContext, refund: Refund): Refund {
	const charge = context.store.get(charges, refund.charge);
	return context.store.put(refunds, refund.id, refund, charge && orderOf(charge));
}

/** Books a refund that succeeds: the charge counts it, and `charge.refunded` is sent. */
export function applyRefund(context: SandboxContext, refund: Refund): Refund {
	const { pending_reason: _, ...rest } = refund;
	const booked = saveRefund(context, {
		...rest,
		balance_transaction: bookRefund(context, entryOf(refund)),
		status: "succeeded",
	});
	const charge = countOnCharge(context, refund, refund.amount);
	if (charge) emit(context, "charge.refunded", renderCharge(charge), orderOf(charge));
	return booked;
}

/** Undoes a refund whose money came back: the charge no longer counts it. */
export function undoRefund(context: SandboxContext, refund: Refund, reason: FailureReason): Refund {
	const { pending_reason: _, ...rest } = refund;
	const wasBooked = refund.status === "succeeded";
	if (wasBooked) countOnCharge(context, refund, -refund.amount);
	return saveRefund(context, {
		...rest,
		failure_reason: reason,
		...(wasBooked && { failure_balance_transaction: bookRefundFailure(context, entryOf(refund)) }),
		status: "failed",
	});
}

/** Sends the events of a changed refund: the old type and the new one. */
export function emitRefundChange(context: SandboxContext, before: Refund, after: Refund): void {
	const charge = context.store.get(charges, after.charge);
	const order = charge && orderOf(charge);
	const shown = renderRefund(after);
	const old = Object.entries(renderRefund(before));
	const now = new Map(Object.entries(shown));
	const changed = old.filter(([name, value]) => now.get(name) !== value && !isObject(value));
	const previous = Object.fromEntries(changed);
	emit(context, "refund.updated", shown, order, previous);
	emit(context, "charge.refund.updated", shown, order, previous);
	if (after.status === "failed") emit(context, "refund.failed", shown, order, previous);
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const entryOf = ({ amount, currency, id }: Refund) => ({
	amount,
	currency,
	source: id,
	description: "REFUND FOR CHARGE",
});

function countOnCharge(
	context: SandboxContext,
	{ charge: id }: Refund,
	cents: number,
): Charge | null {
	const charge = context.store.get(charges, id);
	if (!charge) return null;
	const amountRefunded = charge.amount_refunded + cents;
	return context.store.put(
		charges,
		id,
		{ ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount },
		orderOf(charge),
	);
}
