import { ShopError } from "#contract/errors.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { cancelIntent, type Intent, retrieveIntent } from "#worker/services/intents.ts";
import { type Dispute, listDisputes, listRefunds } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { requireOwnOrder } from "../orders/read.ts";
import { disputeProblem, failedRefundOf, giveBack } from "./give-back.ts";
import { type Money, recordMoney } from "./money.ts";
import {
	follow,
	getOpenIntentIds,
	holdDisputed,
	isOurs,
	logOtherApp,
	markCancelled,
	readKnown,
	unfollow,
} from "./records.ts";

/**
 * `open`: not charged (yet). `owed`: charged, pays no order, and is not fully refunded. `unknown`: Stripe does not know it.
 * `other_app`: charged by another app on the Stripe account; the shop must not touch it.
 */
export type Settlement =
	| "paid"
	| "refunded"
	| "owed"
	| "cancelled"
	| "open"
	| "unknown"
	| "other_app";

/** A payment that has paid its order; some of it may have been refunded or disputed since. */
async function watchPaid(shop: Shop, money: Money): Promise<Settlement> {
	const { id, hold, problem, nextCheckAt } = money.payment;
	const failed = failedRefundOf(money);
	const now =
		(hold === "disputed" && disputeProblem(money)) ||
		(failed && `a refund failed (${failed.failureReason ?? failed.status})`) ||
		null;
	const mayBeShipped = hold === null && money.order?.shippedAt === null;
	const isFollowed = mayBeShipped || hold === "disputed" || hold === "refund_pending";
	if (now === problem && isFollowed === (nextCheckAt !== null)) return "paid";
	await (isFollowed ? follow : unfollow)(shop, id, now);
	return "paid";
}

/** Holds the payment where Stripe does not answer, or its key may not read disputes. */
async function readDisputes(shop: Shop, intentId: string): Promise<Dispute[]> {
	try {
		return await listDisputes(shop.env, intentId);
	} catch (error) {
		await holdDisputed(shop, intentId);
		throw error;
	}
}

/** `readAt`: when Stripe was asked. */
export async function readPayment(shop: Shop, intentId: string) {
	const { shopId, known } = await readKnown(shop, intentId);
	const readAt = new Date();
	return { shopId, known, readAt, intent: await retrieveIntent(shop.env, intentId) };
}

type ReadPayment = Awaited<ReturnType<typeof readPayment>>;

/** The intent includes its refunds, unless there are very many; disputes need a request of their own. */
async function settleSucceeded(
	shop: Shop,
	intent: Intent,
	orderId: string,
	{ shopId, known, readAt }: ReadPayment,
	isReported: boolean,
): Promise<Settlement> {
	// An inquiry need not show at the charge.
	const isDisputed = intent.disputed || isReported || known?.hold === "disputed";
	const refunds = intent.moreRefunds ? await listRefunds(shop.env, intent.id) : intent.refunds;
	const disputes = isDisputed ? await readDisputes(shop, intent.id) : [];
	const account = { intent, orderId, shopId, readAt, refunds, disputes };
	const money = await recordMoney(shop, account);
	if (money.order?.transactionId === intent.id) return watchPaid(shop, money);
	return giveBack(shop, account, money);
}

const captureProblem = "authorized, but not captured: capture or cancel it in Stripe";

/**
 * The only way in which an order becomes paid: after the browser's payment, by the webhook and by the sweep. Trusts only the intent
 * and charge that were retrieved from Stripe. A charge that matches no unpaid order is refunded; a refunded or disputed charge never
 * makes an order paid. Idempotent: a second call succeeds and changes nothing (architecture.md "Payment").
 * @param isReported whether Stripe has reported a dispute: the charge may not show an inquiry
 * @throws ShopError 503 when Stripe does not answer
 */
export async function settle(
	shop: Shop,
	read: ReadPayment,
	isReported = false,
): Promise<Settlement> {
	const { intent, known } = read;
	if (!intent) return "unknown";
	const orderId = known?.orderId ?? intent.orderId;
	if (!isOurs(intent, read) || orderId === null) {
		logOtherApp(intent.id, intent.shopId);
		return "other_app";
	}
	if (intent.status === "succeeded") {
		return settleSucceeded(shop, intent, orderId, read, isReported);
	}
	if (intent.status === "canceled") {
		await markCancelled(shop, intent.id);
		return "cancelled";
	}
	const problem = intent.status === "requires_capture" ? captureProblem : null;
	if (known && known.problem !== problem) await follow(shop, intent.id, problem);
	return "open";
}

export const settlePayment = async (shop: Shop, intentId: string, isReported?: boolean) =>
	settle(shop, await readPayment(shop, intentId), isReported);

/**
 * The shopper's browser says that the card was charged.
 * @returns how many orders changed: 1, or 0 when it was settled before
 * @throws ShopError 401, 403, 404, 429, 402 when Stripe does not say that this order is paid
 */
export async function confirmPayment(
	shop: Shop,
	orderId: string,
	intentId: string,
): Promise<number> {
	const before = await requireOwnOrder(shop, orderId);
	if (before.transactionId === intentId) return 0;
	await enforceRateLimit(shop.env, "confirmPayment", requireAccount(shop).id);
	const read = await readPayment(shop, intentId);
	const paidFor = read.known?.orderId ?? read.intent?.orderId;
	if (paidFor !== orderId || (await settle(shop, read)) !== "paid") {
		throw new ShopError("payment_required");
	}
	return 1;
}

/** @returns false when it succeeded, is being processed, or was cancelled before */
export async function cancelPayment(shop: Shop, intentId: string, reason?: "abandoned") {
	const isCancelled = await cancelIntent(shop.env, intentId, reason);
	if (isCancelled) await markCancelled(shop, intentId);
	return isCancelled;
}

/**
 * Cancels what could still charge a card for an order that is about to be deleted. Of payments that Stripe does not know, or that
 * are another app's, only the shop's own row is closed.
 * @throws ShopError 409 when it is paid or being processed, 503 when Stripe does not answer
 */
export async function releasePayments(shop: Shop, orderId: string): Promise<void> {
	for (const intentId of await getOpenIntentIds(shop, orderId)) {
		const read = await readPayment(shop, intentId);
		if (!read.intent || !isOurs(read.intent, read)) {
			await markCancelled(shop, intentId);
		} else if (!(await cancelPayment(shop, intentId))) {
			const settlement = await settlePayment(shop, intentId);
			if (settlement === "paid") throw new ShopError("order_paid");
			if (settlement === "open") throw new ShopError("payment_processing");
		}
	}
}
