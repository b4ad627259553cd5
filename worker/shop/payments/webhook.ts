import { eq, lt } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { retry } from "#worker/db/retry.ts";
import { stripeEvents } from "#worker/db/schema.ts";
import { readWebhook } from "#worker/services/intents.ts";
import { getWebhookSecret } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { settlePayment } from "./settle.ts";

/** Milliseconds that an event is remembered: ten times as long as Stripe repeats one. */
const memory = 30 * 24 * 60 * 60 * 1000;

/** Forgets events that Stripe no longer repeats. @param now when the cron was due */
export const sweepEvents = ({ db }: Shop, now: Date) =>
	db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(now.getTime() - memory)));

/**
 * An event is a hint to look at Stripe, nothing more. It is remembered once it was acted on, so that a failed
 * delivery is tried again and a repeated one costs nothing.
 * @param body raw @param signature the `Stripe-Signature` header
 * @throws ShopError 400 on a bad signature, 503 when no secret is set or Stripe does not answer
 */
export async function receiveEvent(shop: Shop, body: string, signature: string): Promise<void> {
	const secret = getWebhookSecret(shop.env);
	if (!secret) throw new ShopError("unavailable", failure.paymentUnavailable);
	const event = await readWebhook(shop.env, secret, body, signature);
	if (!event) throw new ShopError("invalid", "The signature is not right");
	const { db } = shop;
	const seen = await db
		.select({ id: stripeEvents.id })
		.from(stripeEvents)
		.where(eq(stripeEvents.id, event.id))
		.get();
	if (seen) return;
	// Stripe comes to the address that it was given, which need not be the customers'.
	const known = { ...shop, origin: shop.env.SHOP_ORIGIN };
	if (event.intentId) await settlePayment(known, event.intentId);
	const heard = { id: event.id, type: event.type, receivedAt: new Date() };
	await retry(() => db.insert(stripeEvents).values(heard).onConflictDoNothing());
}
