import type { SandboxContext } from "../env.ts";
import { recordDisputeReversal, recordDisputeWithdrawal } from "./balance-transactions.ts";
import { nowSeconds } from "./clock.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { emit, getOrderId } from "./event-log.ts";
import { createId } from "./ids.ts";
import { type Charge, charges, type Dispute, disputes, refunds } from "./objects.ts";
import { emitRefundUpdated, failRefund } from "./refund-changes.ts";
import { renderCharge } from "./render/charge.ts";
import { renderDispute } from "./render/dispute.ts";

type DisputeEvent = "created" | "updated" | "closed" | "funds_withdrawn" | "funds_reinstated";

export interface DisputeParams {
	reason: string;
	/** Whether to open an inquiry, which withdraws no funds. */
	inquiry?: boolean | undefined;
	/** In cents; by default, the amount of the charge. */
	amount?: number | undefined;
}

/**
 * Opens a dispute, which withdraws the funds of the charge, or an inquiry. Stripe does not document whether an inquiry sets
 * the charge's `disputed` field; here it does not.
 */
export function openDispute(
	context: SandboxContext,
	charge: Charge,
	{ reason, inquiry = false, amount = charge.amount }: DisputeParams,
): Dispute {
	const disputedCharge = context.store.put(
		charges,
		charge.id,
		{ ...charge, disputed: !inquiry },
		getOrderId(charge),
	);
	const dispute = saveDispute(context, {
		id: createId("du"),
		amount,
		balance_transactions: [],
		charge: charge.id,
		created: nowSeconds(context),
		currency: charge.currency,
		evidence: {},
		inquiry,
		is_charge_refundable: inquiry,
		metadata: {},
		payment_intent: charge.payment_intent,
		reason,
		status: inquiry ? "warning_needs_response" : "needs_response",
		submission_count: 0,
	});
	emitDisputeEvent(context, "created", dispute);
	if (inquiry) return dispute;
	failPendingRefunds(context, disputedCharge);
	return withdrawFunds(context, dispute);
}

/** `under_review`: evidence was submitted. `escalated`: an inquiry became a dispute. `closed`: an inquiry was closed. */
export type DisputeStep = "under_review" | "won" | "lost" | "escalated" | "closed";

/**
 * Advances a dispute or an inquiry.
 * @throws StripeError if the dispute is closed or the step does not apply to its status
 */
export function advanceDispute(
	context: SandboxContext,
	dispute: Dispute,
	step: DisputeStep,
): Dispute {
	requireOpenDispute(dispute);
	if (step === "under_review") return putUnderReview(context, dispute);
	const isInquiry = dispute.status.startsWith("warning_");
	if (isInquiry !== (step === "escalated" || step === "closed")) {
		throw invalidRequest(`A dispute in ${dispute.status} cannot be ${step}.`);
	}
	if (step === "escalated") return escalate(context, dispute);
	const isWon = step === "won";
	const reversal = isWon
		? [recordDisputeReversal(context, toTransactionInput(dispute, "reversal"))]
		: [];
	const closed = saveDispute(context, {
		...dispute,
		balance_transactions: [...dispute.balance_transactions, ...reversal],
		is_charge_refundable: isWon || step === "closed",
		status: step === "closed" ? "warning_closed" : step,
	});
	if (isWon) emitDisputeEvent(context, "funds_reinstated", closed);
	emitDisputeEvent(context, "closed", closed);
	return closed;
}

/** Stores a dispute, tagged with the order of its charge. */
export function saveDispute(context: SandboxContext, dispute: Dispute): Dispute {
	return context.store.put(disputes, dispute.id, dispute, getDisputeOrderId(context, dispute));
}

function emitDisputeEvent(
	context: SandboxContext,
	event: DisputeEvent,
	dispute: Dispute,
	previous?: Record<string, unknown>,
): void {
	const rendered = renderDispute(context.store, dispute);
	emit(context, `charge.dispute.${event}`, rendered, getDisputeOrderId(context, dispute), previous);
}

/** @throws StripeError 404 if there is no such dispute */
export function requireDispute({ store }: SandboxContext, id: string): Dispute {
	const dispute = store.get(disputes, id);
	if (!dispute) throw resourceMissing("dispute", id, "dispute");
	return dispute;
}

/** @throws StripeError if the dispute is closed */
export function requireOpenDispute({ status }: Dispute): void {
	if (status === "won" || status === "lost" || status === "warning_closed") {
		throw invalidRequest("This dispute is already closed");
	}
}

function getDisputeOrderId({ store }: SandboxContext, dispute: Dispute): string | null {
	const charge = store.get(charges, dispute.charge);
	return charge && getOrderId(charge);
}

function putUnderReview(context: SandboxContext, dispute: Dispute): Dispute {
	const reviewed = saveDispute(context, {
		...dispute,
		status: dispute.status.startsWith("warning_") ? "warning_under_review" : "under_review",
		submission_count: dispute.submission_count + 1,
	});
	emitDisputeEvent(context, "updated", reviewed, { status: dispute.status });
	const charge = context.store.get(charges, dispute.charge);
	if (charge) emit(context, "charge.updated", renderCharge(charge), getOrderId(charge));
	return reviewed;
}

function escalate(context: SandboxContext, dispute: Dispute): Dispute {
	const charge = context.store.get(charges, dispute.charge);
	if (charge) {
		context.store.put(charges, charge.id, { ...charge, disputed: true }, getOrderId(charge));
	}
	const escalated = saveDispute(context, {
		...dispute,
		inquiry: false,
		is_charge_refundable: false,
		status: "needs_response",
	});
	emitDisputeEvent(context, "updated", escalated, { status: dispute.status });
	return withdrawFunds(context, escalated);
}

function withdrawFunds(context: SandboxContext, dispute: Dispute): Dispute {
	const withdrawn = saveDispute(context, {
		...dispute,
		balance_transactions: [
			...dispute.balance_transactions,
			recordDisputeWithdrawal(context, toTransactionInput(dispute, "withdrawal")),
		],
	});
	emitDisputeEvent(context, "funds_withdrawn", withdrawn);
	return withdrawn;
}

const toTransactionInput = ({ id, amount, currency, charge }: Dispute, type: string) => ({
	amount,
	currency,
	source: id,
	description: `Chargeback ${type} for ${charge}`,
});

function failPendingRefunds(context: SandboxContext, charge: Charge): void {
	const pending = context.store
		.list(refunds, getOrderId(charge) ?? undefined)
		.filter((refund) => refund.charge === charge.id && refund.status === "pending");
	for (const refund of pending) {
		const failed = failRefund(context, refund, "charge_for_pending_refund_disputed");
		emitRefundUpdated(context, refund, failed);
	}
}
