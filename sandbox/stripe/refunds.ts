import type { SandboxContext } from "../env.ts";
import { findTestCard } from "./cards.ts";
import { unixNow } from "./clock.ts";
import { dollars } from "./currencies.ts";
import { missing, ParameterError, refusal } from "./errors.ts";
import { emit, orderOf } from "./event-log.ts";
import { makeId } from "./ids.ts";
import {
	type Charge,
	charges,
	disputes,
	paymentIntents,
	paymentMethods,
	type Refund,
	refunds,
} from "./objects.ts";
import {
	applyRefund,
	emitRefundChange,
	type FailureReason,
	saveRefund,
	undoRefund,
} from "./refund-books.ts";
import { renderRefund } from "./render/refund.ts";
import { switchesFor } from "./switches.ts";
import { scheduleTask } from "./tasks.ts";

/** The charge to refund, by intent or by charge; `amount` in cents, by default the rest. */
export interface RefundParams {
	payment_intent?: string | undefined;
	charge?: string | undefined;
	amount?: number | undefined;
	reason?: Refund["reason"] | undefined;
	metadata?: Record<string, string> | undefined;
}

/** Ms until the refund of a test card changes its status automatically. */
const settlesAfterMs = 60_000;

/**
 * Refunds a charge, never more than was charged. Whether the refund begins `succeeded` or `pending` is the card's, and
 * the switches'.
 * @throws StripeError when nothing was charged, it is disputed, all was refunded, or less is left than `amount`
 */
export function createRefund(context: SandboxContext, params: RefundParams): Refund {
	const charge = requireCharge(context, params);
	const left = charge.amount - charge.amount_refunded - pendingOn(context, charge);
	if (params.amount !== undefined && params.amount < 1) {
		throw new ParameterError(
			"amount",
			"parameter_invalid_integer",
			"This value must be greater than or equal to 1.",
		);
	}
	if (left <= 0) {
		throw refusal(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
	}
	const amount = params.amount ?? left;
	if (amount > left) {
		const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
		throw refusal(message, undefined, "amount");
	}
	const order = orderOf(charge);
	const { refunds: mode } = switchesFor(context.store, order);
	if (mode === "refused") {
		throw refusal(
			"Insufficient funds in your Stripe balance to refund this amount.",
			"balance_insufficient",
		);
	}
	const method = context.store.get(paymentMethods, charge.payment_method);
	const { followUp } = findTestCard(method?.behaviour ?? "");
	const isPending = mode !== "normal" || followUp === "refund-pending";
	const made = saveRefund(context, {
		id: makeId("re"),
		amount,
		balance_transaction: null,
		charge: charge.id,
		created: unixNow(context),
		currency: charge.currency,
		metadata: params.metadata ?? {},
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		pending_reason: mode === "insufficient_funds" ? "insufficient_funds" : "processing",
		reason: params.reason ?? null,
		status: "pending",
	});
	if (isPending) {
		emit(context, "refund.created", renderRefund(made), order);
		if (mode === "normal") settleLater(context, made, "succeeded");
		return made;
	}
	const done = succeedAtOnce(context, made, order);
	if (followUp === "refund-fails") settleLater(context, done, "failed");
	return done;
}

function succeedAtOnce(context: SandboxContext, made: Refund, order: string | null): Refund {
	const { pending_reason: _, ...rest } = made;
	emit(context, "refund.created", renderRefund({ ...rest, status: "succeeded" }), order);
	return applyRefund(context, made);
}

function settleLater(
	context: SandboxContext,
	{ id }: Refund,
	outcome: "succeeded" | "failed",
): void {
	scheduleTask(context, settlesAfterMs, { what: "refund", subject: id, outcome });
}

/** How a refund may end; the reason of a failure is the test card's own unless given. */
export interface RefundEnd {
	outcome: "succeeded" | "failed" | "canceled";
	reason?: FailureReason | undefined;
}

/**
 * Ends a pending refund, or has one that succeeded come back from the bank.
 * @throws StripeError when its status allows no such end
 */
export function settleRefund(context: SandboxContext, refund: Refund, end: RefundEnd): Refund {
	const isOpen = refund.status === "pending";
	if (!isOpen && !(refund.status === "succeeded" && end.outcome === "failed")) {
		throw refusal(`This refund is ${refund.status}.`);
	}
	if (end.outcome === "succeeded") {
		const done = applyRefund(context, refund);
		emitRefundChange(context, refund, done);
		return done;
	}
	const after =
		end.outcome === "failed"
			? undoRefund(context, refund, end.reason ?? "expired_or_canceled_card")
			: saveRefund(context, { ...refund, status: "canceled" });
	emitRefundChange(context, refund, after);
	return after;
}

/**
 * Returns a refund by id.
 * @throws StripeError 404
 */
export function requireRefund(context: SandboxContext, id: string): Refund {
	const refund = context.store.get(refunds, id);
	if (!refund) throw missing("refund", id, "refund");
	return refund;
}

/** A pending refund holds its amount: no second one can be made of it. */
function pendingOn({ store }: SandboxContext, charge: Charge): number {
	return store
		.list(refunds, orderOf(charge) ?? undefined)
		.filter((each) => each.charge === charge.id && each.status === "pending")
		.reduce((sum, { amount }) => sum + amount, 0);
}

function requireCharge(context: SandboxContext, params: RefundParams): Charge {
	const id = params.charge ?? paidChargeOf(context, params.payment_intent);
	const charge = context.store.get(charges, id);
	if (!charge) throw missing("charge", id);
	if (!charge.paid) throw nothingToRefund(charge.payment_intent);
	const blocking = context.store
		.list(disputes, orderOf(charge) ?? undefined)
		.find((each) => each.charge === charge.id && !each.is_charge_refundable);
	if (!blocking) return charge;
	throw refusal(
		`Charge ${charge.id} has been charged back; cannot issue a refund.`,
		"charge_disputed",
	);
}

function paidChargeOf({ store }: SandboxContext, intentId: string | undefined): string {
	if (intentId === undefined) {
		throw new ParameterError(
			"",
			null,
			"One of the following params should be provided for this request: payment_intent or charge.",
		);
	}
	const intent = store.get(paymentIntents, intentId);
	if (!intent) throw missing("payment_intent", intentId, "payment_intent");
	if (intent.status !== "succeeded" || intent.latest_charge === null) {
		throw nothingToRefund(intent.id);
	}
	return intent.latest_charge;
}

const nothingToRefund = (intent: string) =>
	refusal(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
