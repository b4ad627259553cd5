import { ShopError } from "#contract/errors.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { type Dispute, listDisputes } from "#worker/services/disputes.ts";
import { cancelIntent, type Intent, retrieveIntent } from "#worker/services/intents.ts";
import { listRefunds } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { sendAfterAnswer } from "../mails/outbox.ts";
import { requireOwnOrder } from "../orders/read.ts";
import { disputeProblem, failedRefundOf, giveBack } from "./give-back.ts";
import { type Account, type Money, recordMoney } from "./money.ts";
import {
	follow,
	getOpenIntentIds,
	holdDisputed,
	isOurs,
	type Known,
	logForeign,
	markCancelled,
	readKnown,
	unfollow,
} from "./records.ts";

/**
 * `open`: not charged (yet). `owed`: charged, pays no order, and is not fully refunded. `unknown`: Stripe does not know it.
 * `foreign`: a payment of another program on the account, which the shop must not touch.
 */
export type Settlement =
	| "paid"
	| "refunded"
	| "owed"
	| "cancelled"
	| "open"
	| "unknown"
	| "foreign";

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

async function settleSucceeded(shop: Shop, account: Account): Promise<Settlement> {
	const money = await recordMoney(shop, account);
	if (money.hasReceipt) sendAfterAnswer(shop, "receipt", account.orderId);
	if (money.order?.transactionId === account.intent.id) return watchPaid(shop, money);
	return giveBack(shop, account, money);
}

/** @throws ShopError 503 when Stripe does not answer, or its key may not read disputes: then the payment is held */
async function readDisputes(shop: Shop, intentId: string): Promise<Dispute[]> {
	try {
		return await listDisputes(shop.env, intentId);
	} catch (error) {
		await holdDisputed(shop, intentId);
		throw error;
	}
}

/** The intent includes its refunds, unless there are very many; disputes need a request of their own. */
async function readAccount(
	shop: Shop,
	intent: Intent,
	ids: { orderId: string; shopId: string },
	{ readAt, isDisputed }: Read,
): Promise<Account> {
	return {
		...ids,
		intent,
		refunds: intent.moreRefunds ? await listRefunds(shop.env, intent.id) : intent.refunds,
		disputes: intent.disputed || isDisputed ? await readDisputes(shop, intent.id) : [],
		readAt,
	};
}

const isHeldByDispute = ({ known }: Known) =>
	known?.hold === "disputed" || known?.hold === "dispute_lost";

/** When Stripe was asked for the intent, and whether a dispute of it is known already. */
type Read = { readAt: Date; isDisputed: boolean };

const captureProblem = "authorized, but not captured: capture or cancel it in Stripe";

async function settleIntent(
	shop: Shop,
	intent: Intent,
	known: Known,
	read: Read,
): Promise<Settlement> {
	const orderId = known.known?.orderId ?? intent.orderId;
	if (!isOurs(intent, known) || orderId === null) {
		logForeign(intent.id, intent.shopId);
		return "foreign";
	}
	if (intent.status === "succeeded") {
		const ids = { orderId, shopId: known.shopId };
		return settleSucceeded(shop, await readAccount(shop, intent, ids, read));
	}
	if (intent.status === "canceled") {
		await markCancelled(shop, intent.id);
		return "cancelled";
	}
	const problem = intent.status === "requires_capture" ? captureProblem : null;
	if (known.known && known.known.problem !== problem) await follow(shop, intent.id, problem);
	return "open";
}

/**
 * The only way in which an order becomes paid: called after the browser's payment, by the webhook and by the sweep.
 * Trusts only the intent and charge that it retrieves from Stripe. A charge that matches no unpaid order is
 * refunded; a refunded or disputed charge never makes an order paid. Idempotent: a second call succeeds and changes nothing (architecture.md
 * "Payment").
 * @param isDisputed whether Stripe has reported a dispute: the charge may not show an inquiry
 * @throws ShopError 503 when Stripe does not answer
 */
export async function settlePayment(
	shop: Shop,
	intentId: string,
	isDisputed = false,
): Promise<Settlement> {
	const known = await readKnown(shop, intentId);
	const readAt = new Date();
	const intent = await retrieveIntent(shop.env, intentId);
	if (!intent) return "unknown";
	const read = { readAt, isDisputed: isDisputed || isHeldByDispute(known) };
	return settleIntent(shop, intent, known, read);
}

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
	const known = await readKnown(shop, intentId);
	const readAt = new Date();
	const intent = await retrieveIntent(shop.env, intentId);
	const paidFor = known.known?.orderId ?? intent?.orderId;
	if (!intent || paidFor !== orderId) throw new ShopError("payment_required");
	const settlement = await settleIntent(shop, intent, known, {
		readAt,
		isDisputed: isHeldByDispute(known),
	});
	if (settlement !== "paid") throw new ShopError("payment_required");
	return 1;
}

/** @returns whether the order can no longer be paid with it; a payment that is not the shop's own is not canceled */
async function isReleased(shop: Shop, intentId: string): Promise<boolean> {
	const known = await readKnown(shop, intentId);
	const intent = await retrieveIntent(shop.env, intentId);
	if (!intent || !isOurs(intent, known)) return true;
	return cancelIntent(shop.env, intentId);
}

/**
 * Cancels what could still charge a card for an order that is about to be deleted. Of payments that Stripe does not know, or that
 * are another program's, only the shop's own row is closed.
 * @throws ShopError 409 when it is paid or being processed, 503 when Stripe does not answer
 */
export async function releasePayments(shop: Shop, orderId: string): Promise<void> {
	for (const intentId of await getOpenIntentIds(shop, orderId)) {
		if (await isReleased(shop, intentId)) {
			await markCancelled(shop, intentId);
			continue;
		}
		const settlement = await settlePayment(shop, intentId);
		if (settlement === "paid") throw new ShopError("order_paid");
		if (settlement === "open") throw new ShopError("payment_processing");
	}
}
