import { eq, lt } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { retry } from "#worker/db/retry.ts";
import { stripeEvents } from "#worker/db/schema.ts";
import { getWebhookSecret } from "#worker/services/stripe.ts";
import { readStripeEvent, type StripeEvent } from "#worker/services/stripe-events.ts";
import type { Shop } from "../context.ts";
import { isOurs, logOtherApp, readKnown } from "./records.ts";
import { settlePayment } from "./settle.ts";

/** Milliseconds that an event is kept: ten times as long as Stripe repeats one. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

export const sweepEvents = ({ db }: Shop, now: Date) =>
	db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(now.getTime() - retentionMs)));

/** @returns false for another shop's event: the shop's id may be put right, and the event sent again (docs/runbook.md) */
async function act(shop: Shop, { intentId, shopId, isDispute }: StripeEvent): Promise<boolean> {
	if (intentId === null) return false;
	if (shopId !== undefined && !isOurs({ shopId }, await readKnown(shop, intentId))) {
		logOtherApp(intentId, shopId);
		return false;
	}
	// Stripe comes to the address that it was given, which need not be the customers'.
	const ownShop = { ...shop, origin: shop.env.SHOP_ORIGIN };
	const settlement = await settlePayment(ownShop, intentId, isDispute);
	return settlement !== "unknown" && settlement !== "other_app";
}

/**
 * An event is a hint to look at Stripe, nothing more. It is remembered once it was acted on, so that a failed delivery is tried
 * again and a repeated one costs nothing. Events that the shop has no use for, thin events of API v2 among them, are answered.
 * @throws ShopError 400 on a bad signature, 503 when no secret is set or Stripe does not answer
 */
export async function receiveEvent(shop: Shop, body: string, signature: string): Promise<void> {
	const secret = getWebhookSecret(shop.env);
	if (!secret) throw new ShopError("payment_unavailable");
	const event = await readStripeEvent(shop.env, secret, body, signature);
	if (event === "forged") throw new ShopError("invalid_signature");
	if (event === "other") return;
	const { db } = shop;
	if ((await db.$count(stripeEvents, eq(stripeEvents.id, event.id))) > 0) return;
	if (!(await act(shop, event))) return;
	const processed = { id: event.id, type: event.type, receivedAt: new Date() };
	await retry(() => db.insert(stripeEvents).values(processed).onConflictDoNothing());
}
