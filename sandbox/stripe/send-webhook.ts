import type { SandboxContext } from "../env.ts";
import { nowMs } from "./clock.ts";
import { events } from "./event-log.ts";
import { createRandomText } from "./ids.ts";
import { renderEvent } from "./render/event.ts";
import { readWebhookEndpoint } from "./webhook-endpoint.ts";
import type { Delivery } from "./webhook-queue.ts";

const webhookUrl = "http://localhost/webhooks/stripe";
const timeoutMs = 30_000;

/**
 * Sends a webhook with a new signature to the shop, and records the status of the response.
 * @returns the status, or 0 if there was no response
 */
export async function sendDelivery(context: SandboxContext, delivery: Delivery): Promise<number> {
	const attempt = attemptDelivery(context, delivery);
	context.deliveriesInFlight.add(attempt);
	try {
		return await attempt;
	} finally {
		context.deliveriesInFlight.delete(attempt);
	}
}

async function attemptDelivery(context: SandboxContext, delivery: Delivery): Promise<number> {
	const event = context.store.get(events, delivery.eventId);
	const body = event && renderEvent(event);
	if (body) {
		context.recorder.record({
			operation: "webhook",
			isFromBrowser: false,
			params: {},
			status: 200,
			body,
		});
	}
	const status = body ? await postToShop(context, JSON.stringify(body, null, 2)) : 0;
	context.deliveries.recordAttempt(delivery, status, nowMs(context));
	context.scheduleAlarm();
	return status;
}

async function postToShop(context: SandboxContext, payload: string): Promise<number> {
	const { previousSecret } = readWebhookEndpoint(context.store);
	const secrets = [context.webhookSecret, ...(previousSecret === null ? [] : [previousSecret])];
	const signature = await signPayload(payload, secrets);
	try {
		const response = await context.shop.fetch(webhookUrl, {
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

/**
 * Creates the `Stripe-Signature` header (docs.stripe.com/webhooks#verify-manually): a `v1` for each secret, and the
 * invalid `v0` that test mode adds. Uses the real time, because the receiver compares it with its own clock.
 */
export async function signPayload(payload: string, secrets: string[]): Promise<string> {
	const timestamp = Math.floor(Date.now() / 1000);
	const signatures = await Promise.all(
		secrets.map((secret) => computeHmac(`${timestamp}.${payload}`, secret)),
	);
	return [
		`t=${timestamp}`,
		...signatures.map((signature) => `v1=${signature}`),
		`v0=${createRandomText(64)}`,
	].join(",");
}

async function computeHmac(message: string, secret: string): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
		"sign",
	]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(message));
	return Buffer.from(signature).toString("hex");
}
