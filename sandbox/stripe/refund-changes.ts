import type { SandboxContext } from "../env.ts";
import { recordRefund, recordRefundFailure } from "./balance-transactions.ts";
import { emit, getOrderId } from "./event-log.ts";
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

/** Stores a refund, tagged with the order of its charge. */
export function saveRefund(context: SandboxContext, refund: Refund): Refund {
	const charge = context.store.get(charges, refund.charge);
	return context.store.put(refunds, refund.id, refund, charge && getOrderId(charge));
}

/** Marks a refund as succeeded: records its balance transaction, updates the charge and emits `charge.refunded`. */
export function applyRefund(context: SandboxContext, refund: Refund): Refund {
	const { pending_reason: _, ...rest } = refund;
	const succeeded = saveRefund(context, {
		...rest,
		balance_transaction: recordRefund(context, toTransactionInput(refund)),
		status: "succeeded",
	});
	const charge = addToAmountRefunded(context, refund, refund.amount);
	if (charge) emit(context, "charge.refunded", renderCharge(charge), getOrderId(charge));
	return succeeded;
}

/** Marks a refund as failed. If it had succeeded, records that the bank returned its amount, and updates the charge. */
export function failRefund(context: SandboxContext, refund: Refund, reason: FailureReason): Refund {
	const { pending_reason: _, ...rest } = refund;
	const hadSucceeded = refund.status === "succeeded";
	if (hadSucceeded) addToAmountRefunded(context, refund, -refund.amount);
	return saveRefund(context, {
		...rest,
		failure_reason: reason,
		...(hadSucceeded && {
			failure_balance_transaction: recordRefundFailure(context, toTransactionInput(refund)),
		}),
		status: "failed",
	});
}

/** Emits the events for a changed refund: `refund.updated`, the older `charge.refund.updated` and, after a failure, `refund.failed`. */
export function emitRefundUpdated(
	context: SandboxContext,
	previous: Refund,
	updated: Refund,
): void {
	const charge = context.store.get(charges, updated.charge);
	const orderId = charge && getOrderId(charge);
	const rendered = renderRefund(updated);
	const newValues = new Map(Object.entries(rendered));
	const previousAttributes = Object.fromEntries(
		Object.entries(renderRefund(previous)).filter(
			([name, value]) => newValues.get(name) !== value && !isObject(value),
		),
	);
	emit(context, "refund.updated", rendered, orderId, previousAttributes);
	emit(context, "charge.refund.updated", rendered, orderId, previousAttributes);
	if (updated.status === "failed") {
		emit(context, "refund.failed", rendered, orderId, previousAttributes);
	}
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const toTransactionInput = ({ amount, currency, id }: Refund) => ({
	amount,
	currency,
	source: id,
	description: "REFUND FOR CHARGE",
});

function addToAmountRefunded(
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
		getOrderId(charge),
	);
}
