import type { SandboxContext } from "../env.ts";
import { findTestCard } from "./cards.ts";
import { nowSeconds } from "./clock.ts";
import { formatDollars } from "./currencies.ts";
import { invalidRequest, ParameterError, resourceMissing } from "./errors.ts";
import { emit, getOrderId } from "./event-log.ts";
import { createId } from "./ids.ts";
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
	emitRefundUpdated,
	type FailureReason,
	failRefund,
	saveRefund,
} from "./refund-changes.ts";
import { renderRefund } from "./render/refund.ts";
import { getSwitches } from "./switches.ts";
import { scheduleTask } from "./tasks.ts";

/** `payment_intent` or `charge` identifies the charge to refund. `amount` is in cents and defaults to the unrefunded amount. */
export interface RefundParams {
	payment_intent?: string | undefined;
	charge?: string | undefined;
	amount?: number | undefined;
	reason?: Refund["reason"] | undefined;
	metadata?: Record<string, string> | undefined;
}

/** Delay after which refunds to some test cards change their status automatically. */
const settlementDelayMs = 60_000;

/**
 * Refunds a charge. The test card and the switches determine whether its initial status is `succeeded` or `pending`.
 * @throws StripeError if nothing was charged, the charge is disputed, or `amount` exceeds the unrefunded amount
 */
export function createRefund(context: SandboxContext, params: RefundParams): Refund {
	const charge = requireCharge(context, params);
	const refundableCents =
		charge.amount - charge.amount_refunded - sumPendingRefundCents(context, charge);
	if (params.amount !== undefined && params.amount < 1) {
		throw new ParameterError(
			"amount",
			"parameter_invalid_integer",
			"This value must be greater than or equal to 1.",
		);
	}
	if (refundableCents <= 0) {
		throw invalidRequest(
			`Charge ${charge.id} has already been refunded.`,
			"charge_already_refunded",
		);
	}
	const amount = params.amount ?? refundableCents;
	if (amount > refundableCents) {
		const message = `Refund amount (${formatDollars(amount)}) is greater than unrefunded amount on charge (${formatDollars(refundableCents)})`;
		throw invalidRequest(message, undefined, "amount");
	}
	const orderId = getOrderId(charge);
	const { refunds: refundMode } = getSwitches(context.store, orderId);
	if (refundMode === "rejected") {
		throw invalidRequest(
			"Insufficient funds in your Stripe balance to refund this amount.",
			"balance_insufficient",
		);
	}
	const method = context.store.get(paymentMethods, charge.payment_method);
	const { followUp } = findTestCard(method?.testCard ?? "");
	const isPending = refundMode !== "normal" || followUp === "refund-pending";
	const refund = saveRefund(context, {
		id: createId(charge.id.startsWith("py_") ? "pyr" : "re"),
		amount,
		balance_transaction: null,
		charge: charge.id,
		created: nowSeconds(context),
		currency: charge.currency,
		metadata: params.metadata ?? {},
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		pending_reason: refundMode === "insufficient_funds" ? "insufficient_funds" : "processing",
		reason: params.reason ?? null,
		status: "pending",
	});
	if (isPending) {
		emit(context, "refund.created", renderRefund(refund), orderId);
		if (refundMode === "normal") scheduleSettlement(context, refund, "succeeded");
		return refund;
	}
	const { pending_reason: _, ...rest } = refund;
	emit(context, "refund.created", renderRefund({ ...rest, status: "succeeded" }), orderId);
	const succeeded = applyRefund(context, refund);
	if (followUp === "refund-fails") scheduleSettlement(context, succeeded, "failed");
	return succeeded;
}

function scheduleSettlement(
	context: SandboxContext,
	{ id }: Refund,
	outcome: "succeeded" | "failed",
): void {
	scheduleTask(context, settlementDelayMs, { objectType: "refund", objectId: id, outcome });
}

/** The outcome of a refund. `reason` is why it failed; by default, `expired_or_canceled_card`. */
export interface RefundSettlement {
	outcome: "succeeded" | "failed" | "canceled";
	reason?: FailureReason | undefined;
}

/**
 * Settles a pending refund, or fails a succeeded refund as if the bank returned it.
 * @throws StripeError if the refund's status does not allow the outcome
 */
export function settleRefund(
	context: SandboxContext,
	refund: Refund,
	{ outcome, reason = "expired_or_canceled_card" }: RefundSettlement,
): Refund {
	const isPending = refund.status === "pending";
	if (!isPending && !(refund.status === "succeeded" && outcome === "failed")) {
		throw invalidRequest(`This refund is ${refund.status}.`);
	}
	const settledRefund = {
		succeeded: () => applyRefund(context, refund),
		failed: () => failRefund(context, refund, reason),
		canceled: () => saveRefund(context, { ...refund, status: "canceled" }),
	}[outcome]();
	emitRefundUpdated(context, refund, settledRefund);
	return settledRefund;
}

/** @throws StripeError 404 if there is no such refund */
export function requireRefund(context: SandboxContext, id: string): Refund {
	const refund = context.store.get(refunds, id);
	if (!refund) throw resourceMissing("refund", id, "refund");
	return refund;
}

/** Adds up the charge's pending refunds, whose amounts cannot be refunded again. */
function sumPendingRefundCents({ store }: SandboxContext, charge: Charge): number {
	return store
		.list(refunds, getOrderId(charge) ?? undefined)
		.filter((refund) => refund.charge === charge.id && refund.status === "pending")
		.reduce((sum, { amount }) => sum + amount, 0);
}

function requireCharge(context: SandboxContext, params: RefundParams): Charge {
	const id = params.charge ?? getPaidChargeId(context, params.payment_intent);
	const charge = context.store.get(charges, id);
	if (!charge) throw resourceMissing("charge", id);
	if (!charge.paid) throw nothingToRefund(charge.payment_intent);
	const blockingDispute = context.store
		.list(disputes, getOrderId(charge) ?? undefined)
		.find((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
	if (!blockingDispute) return charge;
	throw invalidRequest(
		`Charge ${charge.id} has been charged back; cannot issue a refund.`,
		"charge_disputed",
	);
}

function getPaidChargeId({ store }: SandboxContext, intentId: string | undefined): string {
	if (intentId === undefined) {
		throw new ParameterError(
			"",
			null,
			"One of the following params should be provided for this request: payment_intent or charge.",
		);
	}
	const intent = store.get(paymentIntents, intentId);
	if (!intent) throw resourceMissing("payment_intent", intentId, "payment_intent");
	if (intent.status !== "succeeded" || intent.latest_charge === null) {
		throw nothingToRefund(intent.id);
	}
	return intent.latest_charge;
}

const nothingToRefund = (intent: string) =>
	invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
