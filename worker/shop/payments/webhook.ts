import { eq, lt } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { retry } from "#worker/db/retry.ts";
import { stripeEvents } from "#worker/db/schema.ts";
import { getWebhookSecret } from "#worker/services/stripe.ts";
import { readStripeEvent, type StripeEvent } from "#worker/services/stripe-events.ts";
import type { ShopContext } from "../context.ts";
import { isOwnPayment, logForeignPayment, readPaymentRow } from "./payment-rows.ts";
import { settlePayment } from "./settle.ts";

/** Well above the three days for which Stripe retries an event. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

export const sweepEvents = ({ db }: ShopContext, now: Date) =>
	db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(now.getTime() - retentionMs)));

/**
 * @returns whether to store the event. Another shop's event is not stored, so that Stripe can send it again after a wrong shop id is
 * corrected (docs/runbook.md)
 */
async function handleEvent(shop: ShopContext, { intentId, shopId, isDispute }: StripeEvent) {
	if (intentId === null) return false;
	if (shopId !== undefined && !isOwnPayment({ shopId }, await readPaymentRow(shop, intentId))) {
		logForeignPayment(intentId, shopId);
		return false;
	}
	const settlement = await settlePayment(shop, intentId, isDispute);
	return settlement !== "unknown" && settlement !== "foreign";
}

/**
 * Reads the payment that an event is about from Stripe, because the event's content is not trusted. An event is stored only after it is
 * handled, so that a failed delivery is retried and a repeated one is ignored. Events that the shop does not use, such as thin events of
 * API v2, are acknowledged.
 * @throws ShopError 400 for a wrong signature; 503 if there is no webhook secret, or Stripe is unavailable
 */
export async function receiveEvent(
	shop: ShopContext,
	body: string,
	signature: string,
): Promise<void> {
	const secret = getWebhookSecret(shop.env);
	if (!secret) throw new ShopError("payment_unavailable");
	const event = await readStripeEvent(shop.env, secret, body, signature);
	if (event === "forged") throw new ShopError("invalid_signature");
	if (event === "unsupported") return;
	const { db } = shop;
	if ((await db.$count(stripeEvents, eq(stripeEvents.id, event.id))) > 0) return;
	const shouldStore = await handleEvent(shop, event);
	if (!shouldStore) return;
	const row = { id: event.id, type: event.type, receivedAt: new Date() };
	await retry(() => db.insert(stripeEvents).values(row).onConflictDoNothing());
}
