import { formatDay } from "#contract/dates.ts";
import { createRefund, listRefunds } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { type Account, type Money, recordMoney } from "./money.ts";
import { follow, markCancelled, markRefunded, reopen, unfollow } from "./records.ts";

/** Statuses of a refund whose money has come back to the shop (docs.stripe.com/api/refunds/object). */
const refundsFailed = ["failed", "canceled"];

/** `owed`: the money pays nothing, and is not, or not all, back yet. */
type Returned = "refunded" | "cancelled" | "owed";

/** Why money that came pays no order. */
function reasonOf({ order, payment, refunds }: Money): string {
	if (payment.currency !== "usd") return `charged in ${payment.currency}`;
	if (!order) return "the order was deleted";
	if (order.state === "cancelled") return "the order was cancelled";
	if (order.paidAt) return "the order was paid already";
	if (order.totalCents !== payment.receivedCents) return "another amount";
	return refunds.some(({ ours }) => !ours)
		? "part of it was refunded in Stripe"
		: "not paid in time";
}

/** The latest refund where that has failed: then it is not tried again by itself. */
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

/** Writes down where the money is on its way back. @returns null where nothing is under way, so that it has to be refunded */
async function noteReturn(shop: Shop, money: Money, reason: string): Promise<Returned | null> {
	const { payment, refunds } = money;
	const { id, hold } = payment;
	if (hold === "refunded" && payment.status === "refunded") {
		await unfollow(shop, id, payment.problem);
		return "refunded";
	}
	if (hold === "refunded") {
		const last = refunds.find(({ status }) => status === "succeeded");
		if (!last) throw new Error("A refunded payment has no refund");
		await markRefunded(shop, id, last.id, last.ours ? reason : "refunded in Stripe");
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
	await follow(shop, id, problem);
	return "owed";
}

/** The refunds that came of it, or why Stripe refuses. */
async function refund(shop: Shop, { intent, orderId, shopId }: Account) {
	const made = await createRefund(shop.env, intent.id, { shop: shopId, order: orderId });
	if (!("rejectionCode" in made)) return [made];
	if (made.rejectionCode !== "charge_already_refunded") return made.rejectionCode;
	return listRefunds(shop.env, intent.id);
}

/** Returns the money of a payment that fits no unpaid order: all that is left of it, by one refund. */
export async function giveBack(shop: Shop, account: Account, money: Money): Promise<Returned> {
	const reason = reasonOf(money);
	const before = await noteReturn(shop, money, reason);
	if (before) return before;
	const readAt = new Date();
	const refunds = await refund(shop, account);
	if (typeof refunds === "string") {
		await follow(shop, account.intent.id, `${reason}; Stripe refuses the refund (${refunds})`);
		return "owed";
	}
	const after = await recordMoney(shop, { ...account, refunds, disputes: [], readAt });
	const returned = await noteReturn(shop, after, reason);
	if (returned) return returned;
	await follow(shop, account.intent.id, `${reason}; the refund was not found`);
	return "owed";
}
