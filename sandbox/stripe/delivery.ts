import type { SandboxContext } from "../env.ts";
import { clockMs } from "./clock.ts";
import type { Delivery } from "./delivery-queue.ts";
import { events } from "./event-log.ts";
import { randomText } from "./ids.ts";
import { renderEvent } from "./render/event.ts";
import { webhookEndpoint } from "./webhook-endpoint.ts";

const webhookAddress = "http://localhost/webhooks/stripe";
const timeoutMs = 30_000;

/**
 * Sends one webhook to the shop, signed afresh, and notes the answer.
 * @returns the shop's status, 0 when it did not answer
 */
export async function sendDelivery(context: SandboxContext, delivery: Delivery): Promise<number> {
	const sending = attemptDelivery(context, delivery);
	context.sending.add(sending);
	try {
		return await sending;
	} finally {
		context.sending.delete(sending);
	}
}

async function attemptDelivery(context: SandboxContext, delivery: Delivery): Promise<number> {
	const event = context.store.get(events, delivery.event);
	const body = event && renderEvent(event);
	if (body) {
		context.tape.record({ operation: "webhook", browser: false, params: {}, status: 200, body });
	}
	const status = body ? await post(context, JSON.stringify(body, null, 2)) : 0;
	context.deliveries.settle(delivery, status, clockMs(context));
	context.scheduleAlarm();
	return status;
}

async function post(context: SandboxContext, payload: string): Promise<number> {
	const { previousSecret } = webhookEndpoint(context.store);
	const secrets = [context.webhookSecret, ...(previousSecret === null ? [] : [previousSecret])];
	const signature = await signPayload(payload, secrets);
	try {
		const response = await context.shop.fetch(webhookAddress, {
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
 * Makes the `Stripe-Signature` header (docs.stripe.com/webhooks#verify-manually): one `v1` for each secret, and the
 * worthless `v0` that test mode adds. Its time is the real one, which the receiver compares with its own.
 */
export async function signPayload(payload: string, secrets: string[]): Promise<string> {
	const time = Math.floor(Date.now() / 1000);
	const macs = await Promise.all(secrets.map((secret) => macOf(`${time}.${payload}`, secret)));
	return [`t=${time}`, ...macs.map((mac) => `v1=${mac}`), `v0=${randomText(64)}`].join(",");
}

async function macOf(message: string, secret: string): Promise<string> {
	const bytes = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, [
		"sign",
	]);
	const mac = await crypto.subtle.sign("HMAC", key, bytes.encode(message));
	return Buffer.from(mac).toString("hex");
}
