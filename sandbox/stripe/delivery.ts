import type { World } from "../env.ts";
import type { Delivery } from "./delivery-queue.ts";
import { unixNow } from "./ids.ts";
import { events } from "./objects.ts";
import { renderEvent } from "./render.ts";

const webhookAddress = "http://localhost/webhooks/stripe";
const timeoutMs = 30_000;

/**
 * Sends one webhook to the shop, signed afresh, and notes the answer.
 * @returns the shop's status, 0 when it did not answer
 */
export async function sendDelivery(world: World, delivery: Delivery): Promise<number> {
	const event = world.store.get(events, delivery.event);
	const status = event ? await post(world, JSON.stringify(renderEvent(event), null, 2)) : 0;
	world.deliveries.settle(delivery, status, Date.now());
	world.wake();
	return status;
}

async function post(world: World, payload: string): Promise<number> {
	const signature = await signPayload(payload, world.webhookSecret, unixNow());
	try {
		const response = await world.shop.fetch(webhookAddress, {
			method: "POST",
			headers: {
				"Content-Type": "application/json; charset=utf-8",
				"Stripe-Signature": signature,
				"User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
			},
			body: payload,
			signal: AbortSignal.timeout(timeoutMs),
		});
		await response.body?.cancel();
		return response.status;
	} catch {
		return 0;
	}
}

/** Makes the `Stripe-Signature` header (docs.stripe.com/webhooks#verify-manually); `time` in seconds. */
export async function signPayload(payload: string, secret: string, time: number): Promise<string> {
	const bytes = new TextEncoder();
	const key = await crypto.subtle.importKey(
		"raw",
		bytes.encode(secret),
		{ name: "HMAC", hash: "SHA-256" },
		false,
		["sign"],
	);
	const mac = await crypto.subtle.sign("HMAC", key, bytes.encode(`${time}.${payload}`));
	return `t=${time},v1=${Buffer.from(mac).toString("hex")}`;
}
