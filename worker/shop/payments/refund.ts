import { formatDay } from "#contract/dates.ts";
import { createRefund, listRefunds } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { type Money, recordMoney, type StripePayment } from "./money.ts";
import { continueChecks, markCancelled, markRefunded, reopen, stopChecks } from "./records.ts";

/** Refund statuses that return the money to the shop (docs.stripe.com/api/refunds/object). */
const refundsFailed = ["failed", "canceled"];

/** The state of a payment that pays no order. `owed`: part of it is not returned yet. */
export type ReturnResult = "refunded" | "cancelled" | "owed";

function refundReasonOf({ order, payment, refunds }: Money): string {
	if (payment.currency !== "usd") return `charged in ${payment.currency}`;
	if (!order) return "the order was deleted";
	if (order.state === "cancelled") return "the order was canceled";
	if (order.paidAt) return "the order was paid already";
	if (order.totalCents !== payment.receivedCents) return "another amount";
	return refunds.some(({ ours }) => !ours)
		? "part of it was refunded in Stripe"
		: "not paid in time";
}

export const failedRefundOf = ({ refunds: [latest] }: Money) =>
	latest && refundsFailed.includes(latest.status) ? latest : null;

export function disputeProblem({ disputes }: Money): string {
	const [latest] = disputes;
	if (!latest) return "disputed";
	const due = latest.dueBy ? ` by ${formatDay(latest.dueBy)}` : "";
	const isWaiting = latest.status.endsWith("needs_response");
	return `disputed (${latest.reason})${isWaiting ? `: answer it in Stripe${due}` : ", under review"}`;
}

const lostCents = ({ disputes }: Money) =>
	disputes.reduce((sum, { status, amountCents }) => sum + (status === "lost" ? amountCents : 0), 0);

/** Returns null if the payment still has to be refunded. */
async function recordReturn(
	shop: Shop,
	money: Money,
	reason: string,
): Promise<ReturnResult | null> {
	const { payment, refunds } = money;
	const { id, hold } = payment;
	if (hold === "refunded" && payment.status === "refunded") {
		await stopChecks(shop, id, payment.problem);
		return "refunded";
	}
	if (hold === "refunded") {
		const succeeded = refunds.find(({ status }) => status === "succeeded");
		if (!succeeded) throw new Error("A refunded payment has no refund");
		await markRefunded(shop, id, succeeded.id, succeeded.ours ? reason : "refunded in Stripe");
		return "refunded";
	}
	if (payment.status === "refunded") await reopen(shop, id);
	if (
		hold === "dispute_lost" &&
		payment.refundedCents + lostCents(money) >= payment.receivedCents
	) {
		await markCancelled(shop, id);
		return "cancelled";
	}
	const failed = failedRefundOf(money);
	const problem =
		(hold === "dispute_lost" && `${reason}; a dispute took part of it: return the rest by hand`) ||
		(hold === "disputed" && `${reason}; ${disputeProblem(money)}`) ||
		(hold === "refund_pending" && `${reason}; the refund is pending`) ||
		(failed?.ours &&
			`${reason}; the refund failed (${failed.failureReason ?? failed.status}): return it by hand`);
	if (!problem) return null;
	await continueChecks(shop, id, problem);
	return "owed";
}

/** Returns the payment's refunds, or Stripe's error code if it rejected the refund. */
async function createFullRefund(shop: Shop, { intent, orderId, shopId }: StripePayment) {
	const created = await createRefund(shop.env, intent.id, { shop: shopId, order: orderId });
	if (!("rejectionCode" in created)) return [created];
	if (created.rejectionCode !== "charge_already_refunded") return created.rejectionCode;
	return listRefunds(shop.env, intent.id);
}

/** Refunds the rest of a payment that matches no unpaid order. */
export async function refundUnmatched(shop: Shop, stripePayment: StripePayment, money: Money) {
	const { id } = stripePayment.intent;
	const reason = refundReasonOf(money);
	const earlierResult = await recordReturn(shop, money, reason);
	if (earlierResult) return earlierResult;
	const readAt = new Date();
	const refunds = await createFullRefund(shop, stripePayment);
	if (typeof refunds === "string") {
		await continueChecks(shop, id, `${reason}; Stripe refuses the refund (${refunds})`);
		return "owed";
	}
	const updated = await recordMoney(shop, { ...stripePayment, refunds, disputes: [], readAt });
	const result = await recordReturn(shop, updated, reason);
	if (result) return result;
	await continueChecks(shop, id, `${reason}; the refund was not found`);
	return "owed";
}
