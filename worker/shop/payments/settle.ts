import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { payments } from "#worker/db/schema.ts";
import { type Intent, refundIntent, retrieveIntent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";
import { sendAfterAnswer } from "../mails/send.ts";
import { findOrder, requireOwnOrder } from "../orders/read.ts";
import { markCancelled, markPaid, markRefunded, recordIntent } from "./records.ts";

/** `open`: nothing is charged (yet). `unknown`: not a payment of this shop. */
export type Settlement = "paid" | "refunded" | "cancelled" | "open" | "unknown";

async function giveBack(shop: Shop, intent: Intent, problem: string): Promise<Settlement> {
	const known = await shop.db
		.select({ status: payments.status })
		.from(payments)
		.where(eq(payments.id, intent.id))
		.get();
	if (known?.status === "refunded") return "refunded";
	await markRefunded(shop, intent.id, await refundIntent(shop.env, intent.id), problem);
	return "refunded";
}

async function settleSucceeded(shop: Shop, intent: Intent, orderId: string): Promise<Settlement> {
	await recordIntent(shop, intent, orderId);
	if (intent.currency !== "usd") return giveBack(shop, intent, `charged in ${intent.currency}`);
	sendAfterAnswer(shop, "receipt", await markPaid(shop, intent, orderId));
	const order = await findOrder(shop, orderId);
	if (!order) return giveBack(shop, intent, "the order was deleted");
	if (order.transactionId === intent.id) return "paid";
	return giveBack(shop, intent, order.paidAt ? "the order was paid already" : "another amount");
}

/**
 * The only way in which an order becomes paid: called after the browser's payment, by the webhook and by the sweep.
 * Reads the intent from Stripe anew and believes nobody else. What was charged and fits no unpaid order is
 * refunded. Doing it twice is a no-op that succeeds (architecture.md "Payment").
 * @throws ShopError 503 when Stripe does not answer
 */
export async function settlePayment(shop: Shop, intentId: string): Promise<Settlement> {
	const intent = await retrieveIntent(shop.env, intentId);
	if (!intent?.orderId) return "unknown";
	if (intent.status === "succeeded") return settleSucceeded(shop, intent, intent.orderId);
	if (intent.status !== "canceled") return "open";
	await markCancelled(shop, intent.id);
	return "cancelled";
}

/**
 * The shopper's browser says that the card was charged.
 * @returns how many orders changed: 1, or 0 when it was settled before
 * @throws ShopError 401, 403, 404, 402 when Stripe does not say that this order is paid
 */
export async function confirmPayment(
	shop: Shop,
	orderId: string,
	intentId: string,
): Promise<number> {
	const before = await requireOwnOrder(shop, orderId);
	if (before.transactionId === intentId) return 0;
	const intent = await retrieveIntent(shop.env, intentId);
	if (intent?.orderId !== orderId) throw new ShopError("unpaid", failure.notPaid);
	const settlement = await settlePayment(shop, intentId);
	if (settlement !== "paid") throw new ShopError("unpaid", failure.notPaid);
	return 1;
}
