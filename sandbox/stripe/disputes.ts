import type { SandboxContext } from "../env.ts";
import { unixNow } from "./clock.ts";
import { missing, refusal } from "./errors.ts";
import { emit, orderOf } from "./event-log.ts";
import { makeId } from "./ids.ts";
import { bookReinstatement, bookWithdrawal } from "./ledger-entries.ts";
import { type Charge, charges, type Dispute, disputes, refunds } from "./objects.ts";
import { emitRefundChange, undoRefund } from "./refund-books.ts";
import { renderCharge } from "./render/charge.ts";
import { renderDispute } from "./render/dispute.ts";

type Change = "created" | "updated" | "closed" | "funds_withdrawn" | "funds_reinstated";

/** What a card holder complains of; an inquiry takes no money yet. */
export interface Complaint {
	reason: string;
	inquiry?: boolean | undefined;
	/** Cents; the whole charge without it. */
	amount?: number | undefined;
}

/**
 * Has the card's holder dispute a charge: its money is taken back, unless the bank only inquires. Stripe does not document whether an
 * inquiry makes the charge `disputed`; here it does not.
 */
export function openDispute(
	context: SandboxContext,
	charge: Charge,
	{ reason, inquiry = false, amount = charge.amount }: Complaint,
): Dispute {
	const disputed = context.store.put(
		charges,
		charge.id,
		{ ...charge, disputed: !inquiry },
		orderOf(charge),
	);
	const opened = saveDispute(context, {
		id: makeId("du"),
		amount,
		balance_transactions: [],
		charge: charge.id,
		created: unixNow(context),
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
	emitDispute(context, "created", opened);
	if (inquiry) return opened;
	failPendingRefunds(context, disputed);
	return withdraw(context, opened);
}

/** How a dispute continues: evidence is sent in, an inquiry becomes a dispute, or it ends. */
export type DisputeStep = "under_review" | "won" | "lost" | "escalated" | "closed";

/**
 * Takes a dispute one step further.
 * @throws StripeError when it has ended, or the step is not one of its kind
 */
export function stepDispute(context: SandboxContext, dispute: Dispute, step: DisputeStep): Dispute {
	requireOpen(dispute);
	if (step === "under_review") return review(context, dispute);
	const isInquiry = dispute.status.startsWith("warning_");
	if (isInquiry !== (step === "escalated" || step === "closed")) {
		throw refusal(`A dispute in ${dispute.status} cannot be ${step}.`);
	}
	if (step === "escalated") return escalate(context, dispute);
	const won = step === "won";
	const balance = won ? [bookReinstatement(context, entryOf(dispute, "reversal"))] : [];
	const ended = saveDispute(context, {
		...dispute,
		balance_transactions: [...dispute.balance_transactions, ...balance],
		is_charge_refundable: won || step === "closed",
		status: step === "closed" ? "warning_closed" : step,
	});
	if (won) emitDispute(context, "funds_reinstated", ended);
	emitDispute(context, "closed", ended);
	return ended;
}

/** Writes a dispute, listed under the order of its charge. */
export function saveDispute(context: SandboxContext, dispute: Dispute): Dispute {
	return context.store.put(disputes, dispute.id, dispute, orderOfDispute(context, dispute));
}

function emitDispute(
	context: SandboxContext,
	change: Change,
	dispute: Dispute,
	previous?: Record<string, unknown>,
): void {
	const shown = renderDispute(context.store, dispute);
	emit(context, `charge.dispute.${change}`, shown, orderOfDispute(context, dispute), previous);
}

/**
 * Returns a dispute by id.
 * @throws StripeError 404
 */
export function requireDispute({ store }: SandboxContext, id: string): Dispute {
	const dispute = store.get(disputes, id);
	if (!dispute) throw missing("dispute", id, "dispute");
	return dispute;
}

/** @throws StripeError when the dispute has ended */
export function requireOpen({ status }: Dispute): void {
	if (status === "won" || status === "lost" || status === "warning_closed") {
		throw refusal("This dispute is already closed");
	}
}

function orderOfDispute({ store }: SandboxContext, dispute: Dispute): string | null {
	const charge = store.get(charges, dispute.charge);
	return charge && orderOf(charge);
}

function review(context: SandboxContext, dispute: Dispute): Dispute {
	const sent = saveDispute(context, {
		...dispute,
		status: dispute.status.startsWith("warning_") ? "warning_under_review" : "under_review",
		submission_count: dispute.submission_count + 1,
	});
	emitDispute(context, "updated", sent, { status: dispute.status });
	const charge = context.store.get(charges, dispute.charge);
	if (charge) emit(context, "charge.updated", renderCharge(charge), orderOf(charge));
	return sent;
}

function escalate(context: SandboxContext, dispute: Dispute): Dispute {
	const charge = context.store.get(charges, dispute.charge);
	if (charge) {
		context.store.put(charges, charge.id, { ...charge, disputed: true }, orderOf(charge));
	}
	const escalated = saveDispute(context, {
		...dispute,
		inquiry: false,
		is_charge_refundable: false,
		status: "needs_response",
	});
	emitDispute(context, "updated", escalated, { status: dispute.status });
	return withdraw(context, escalated);
}

function withdraw(context: SandboxContext, dispute: Dispute): Dispute {
	const booked = saveDispute(context, {
		...dispute,
		balance_transactions: [
			...dispute.balance_transactions,
			bookWithdrawal(context, entryOf(dispute, "withdrawal")),
		],
	});
	emitDispute(context, "funds_withdrawn", booked);
	return booked;
}

const entryOf = ({ id, amount, currency, charge }: Dispute, what: string) => ({
	amount,
	currency,
	source: id,
	description: `Chargeback ${what} for ${charge}`,
});

function failPendingRefunds(context: SandboxContext, charge: Charge): void {
	const waiting = context.store
		.list(refunds, orderOf(charge) ?? undefined)
		.filter((each) => each.charge === charge.id && each.status === "pending");
	for (const refund of waiting) {
		const failed = undoRefund(context, refund, "charge_for_pending_refund_disputed");
		emitRefundChange(context, refund, failed);
	}
}
