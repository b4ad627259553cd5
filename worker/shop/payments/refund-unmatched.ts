import { formatDay } from "#contract/dates.ts";
import { createRefund, listRefunds } from "#worker/services/refunds.ts";
import { stripeErrorToShopError } from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";
import {
	continueChecks,
	markCanceled,
	markRefunded,
	reopenPayment,
	stopChecks,
} from "./payment-rows.ts";
import { type PaymentState, recordPayment, type StripePayment } from "./record-payment.ts";
import { failedRefundStatuses, lostDisputeStatuses } from "./stripe-statuses.ts";

/** The state of a payment that matches no open order. `owed`: part of it is not refunded yet. */
export type UnmatchedResult = "refunded" | "cancelled" | "owed";

function getRefundReason({ orders, payment, refunds }: PaymentState): string {
	const isSingleOrder = orders.length === 1;
	const subjectAndVerb = isSingleOrder ? "the order was" : "the orders were";
	if (payment.currency !== "usd") return `charged in ${payment.currency}`;
	// Happens after an older database is restored.
	if (orders.every(({ state }) => state === null))
		return isSingleOrder ? "the order is missing" : "the orders are missing";
	if (orders.every(({ transactionId }) => transactionId !== null))
		return `${subjectAndVerb} already paid`;
	if (!orders.some(({ state }) => state === "unpaid")) {
		const isCanceled = orders.every(({ transactionId }) => transactionId === null);
		return isCanceled ? `${subjectAndVerb} canceled` : "the orders were canceled or already paid";
	}
	const cents = orders.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0);
	if (cents !== payment.receivedCents) return "the amount did not match";
	return refunds.some(({ createdByShop }) => !createdByShop)
		? "part of it was refunded in Stripe"
		: "not paid in time";
}

export const findFailedRefund = ({ refunds: [latest] }: PaymentState) =>
	latest && failedRefundStatuses.includes(latest.status) ? latest : null;

export function describeDispute({ disputes }: PaymentState): string {
	const [latest] = disputes;
	if (!latest) return "disputed";
	const deadline = latest.dueBy ? ` by ${formatDay(latest.dueBy)}` : "";
	const needsResponse = latest.status.endsWith("needs_response");
	return `disputed (${latest.reason})${needsResponse ? `: respond in Stripe${deadline}` : ", under review"}`;
}

export const getLostCents = ({ disputes }: PaymentState) =>
	disputes.reduce(
		(sum, { status, amountCents }) =>
			sum + (lostDisputeStatuses.includes(status) ? amountCents : 0),
		0,
	);

/** Records what was already refunded or disputed. Returns null if the payment must still be refunded. */
async function recordRefundState(
	shop: ShopContext,
	state: PaymentState,
	reason: string,
): Promise<UnmatchedResult | null> {
	const { payment, refunds } = state;
	const { id, hold } = payment;
	if (hold === "refunded" && payment.status === "refunded") {
		await stopChecks(shop, id, payment.problem);
		return "refunded";
	}
	if (hold === "refunded") {
		const refund = refunds.find(({ status }) => status === "succeeded");
		if (!refund) throw new Error("A refunded payment has no refund");
		await markRefunded(shop, id, refund.id, refund.createdByShop ? reason : "refunded in Stripe");
		return "refunded";
	}
	if (payment.status === "refunded") await reopenPayment(shop, id);
	if (
		hold === "dispute_lost" &&
		payment.refundedCents + getLostCents(state) >= payment.receivedCents
	) {
		await markCanceled(shop, id);
		return "cancelled";
	}
	const failedRefund = findFailedRefund(state);
	const problem =
		(hold === "dispute_lost" &&
			`${reason}; part of it was lost to a dispute: refund the rest manually`) ||
		(hold === "disputed" && `${reason}; ${describeDispute(state)}`) ||
		(hold === "refund_pending" && `${reason}; the refund is pending`) ||
		(failedRefund?.createdByShop &&
			`${reason}; the refund failed (${failedRefund.failureReason ?? failedRefund.status}): refund it manually`);
	if (!problem) return null;
	await continueChecks(shop, id, problem);
	return "owed";
}

/** Returns the payment's refunds, or Stripe's error code if Stripe rejected the refund. */
async function createFullRefund(shop: ShopContext, { intent, orderId, shopId }: StripePayment) {
	const metadata = { shop: shopId, order: orderId };
	const created = await createRefund(shop.env, intent.id, metadata).catch((error: unknown) => {
		throw stripeErrorToShopError(error);
	});
	if (!("rejectionCode" in created)) return [created];
	if (created.rejectionCode !== "charge_already_refunded") return created.rejectionCode;
	return listRefunds(shop.env, intent.id);
}

/** Refunds a payment that matches no open order in full, unless a refund or a dispute already covers it. Idempotent. */
export async function refundUnmatched(
	shop: ShopContext,
	stripePayment: StripePayment,
	state: PaymentState,
) {
	const { id } = stripePayment.intent;
	const reason = getRefundReason(state);
	const earlierResult = await recordRefundState(shop, state, reason);
	if (earlierResult) return earlierResult;
	const readAt = new Date();
	const refundsOrRejection = await createFullRefund(shop, stripePayment);
	if (typeof refundsOrRejection === "string") {
		await continueChecks(shop, id, `${reason}; Stripe rejects the refund (${refundsOrRejection})`);
		return "owed";
	}
	const updated = await recordPayment(shop, {
		...stripePayment,
		refunds: refundsOrRejection,
		disputes: null,
		readAt,
	});
	const result = await recordRefundState(shop, updated, reason);
	if (result) return result;
	await continueChecks(shop, id, `${reason}; the refund was not found`);
	return "owed";
}
