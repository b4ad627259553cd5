import * as v from "valibot";
import { expect, test } from "vitest";
import {
	callSandbox,
	createOrderId,
	createStripe,
	getShopOrigin,
	readReceivedEvents,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

async function pay(orderId: string, metadata: Record<string, string> = {}) {
	return stripe.paymentIntents.create({
		amount: 1200,
		currency: "usd",
		confirm: true,
		payment_method: "pm_card_visa",
		metadata: { order: orderId, ...metadata },
	});
}

async function getReceivedTypes(orderId: string) {
	return (await readReceivedEvents(orderId)).map(({ type }) => type);
}

const ledgerSchema = v.object({
	intents: v.array(v.object({ id: v.string(), status: v.string() })),
	refunds: v.array(v.object({ amount: v.number() })),
	events: v.array(
		v.object({
			id: v.string(),
			type: v.string(),
			deliveries: v.array(v.object({ state: v.string(), attempts: v.number() })),
		}),
	),
});

async function getLedger(orderId: string) {
	const response = await callSandbox(`/stripe/ledger.json?order=${orderId}`);
	return v.parse(ledgerSchema, await response.json());
}

async function getDeliveries(orderId: string) {
	const { events } = await getLedger(orderId);
	return events.flatMap(({ deliveries }) => deliveries);
}

test("sends webhooks for the subscribed events, with signatures that the SDK accepts", async () => {
	const orderId = createOrderId();
	const { id } = await pay(orderId);
	await stripe.refunds.create({ payment_intent: id });
	const metadata = { order: orderId };
	const intent = await stripe.paymentIntents.create({ amount: 900, currency: "usd", metadata });
	await expect(
		stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa_chargeDeclined" }),
	).rejects.toMatchObject({ code: "card_declined" });
	await stripe.paymentIntents.cancel(intent.id);
	await stripe.paymentIntents.create({
		amount: 900,
		currency: "usd",
		metadata,
		confirm: true,
		payment_method: "pm_card_processing",
	});
	await expect
		.poll(async () => (await getReceivedTypes(orderId)).toSorted())
		.toEqual([
			"charge.refunded",
			"payment_intent.canceled",
			"payment_intent.payment_failed",
			"payment_intent.processing",
			"payment_intent.succeeded",
		]);
	const [event] = (await readReceivedEvents(orderId)).filter(({ type }) =>
		type.endsWith("succeeded"),
	);
	expect(event?.data.object).toMatchObject({ id, object: "payment_intent", status: "succeeded" });
});

const hourMs = 3600 * 1000;

async function advanceHours(hours: number) {
	const response = await sendJson("POST", "/stripe/clock", { advance: hours * hourMs });
	expect(response.status).toBe(200);
}

test("retries a failed webhook after 5 minutes, then after 30 more", async () => {
	const orderId = createOrderId();
	await pay(orderId, { failures: "2" });
	await expect
		.poll(() => getDeliveries(orderId))
		.toMatchObject([{ state: "waiting", attempts: 1 }]);
	await advanceHours(0.25);
	expect(await getDeliveries(orderId)).toMatchObject([{ state: "waiting", attempts: 2 }]);
	await advanceHours(0.5);
	expect(await getDeliveries(orderId)).toMatchObject([{ state: "done", attempts: 3 }]);
});

test("gives up on a webhook after ten attempts, including one in flight when the clock advances", async () => {
	const orderId = createOrderId();
	await pay(orderId, { failures: "99", delayMs: "300" });
	await expect.poll(() => getReceivedTypes(orderId)).toEqual(["payment_intent.succeeded"]);
	await advanceHours(71);
	expect(await getDeliveries(orderId)).toMatchObject([{ state: "failed", attempts: 10 }]);
});

test("signs webhooks with the old and the new secret while the secret is being rolled", async () => {
	const orderId = createOrderId();
	await sendJson("PUT", "/stripe/webhook-endpoint", { previousSecret: "whsec_old" });
	await pay(orderId);
	await expect.poll(() => getReceivedTypes(orderId)).toEqual(["payment_intent.succeeded"]);
	await callSandbox("/stripe/webhook-endpoint", { method: "DELETE" });
	const received = v.parse(
		v.array(v.object({ body: v.string(), signature: v.string() })),
		await (await fetch(`${getShopOrigin()}/received`)).json(),
	);
	const webhook = received.find(({ body }) => body.includes(orderId));
	expect(webhook?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64},v0=/);
	const { body = "", signature = "" } = webhook ?? {};
	const event = await stripe.webhooks.constructEventAsync(body, signature, "whsec_old");
	expect(event.type).toBe("payment_intent.succeeded");
});

test("delivers all event types to an endpoint that subscribes to *", async () => {
	const orderId = createOrderId();
	await sendJson("PUT", "/stripe/webhook-endpoint", { events: ["*"] });
	await pay(orderId);
	await callSandbox("/stripe/webhook-endpoint", { method: "DELETE" });
	await expect
		.poll(() => getReceivedTypes(orderId))
		.toEqual(["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]);
});

test("delivers a dropped webhook on request", async () => {
	const orderId = createOrderId();
	await sendJson("PUT", "/stripe/switches", { order: orderId, webhooks: "drop" });
	await pay(orderId);
	const { events } = await getLedger(orderId);
	const event = events.find(({ type }) => type === "payment_intent.succeeded");
	expect(event?.deliveries).toMatchObject([{ state: "dropped", attempts: 0 }]);
	const response = await callSandbox(`/stripe/events/${event?.id}/deliver`, { method: "POST" });
	expect(await response.json()).toEqual({ sent: [{ event: event?.id, status: 200 }] });
	expect(await getReceivedTypes(orderId)).toEqual(["payment_intent.succeeded"]);
});

test("holds webhooks and releases them in reverse order", async () => {
	const orderId = createOrderId();
	await sendJson("PUT", "/stripe/switches", { order: orderId, webhooks: "hold" });
	const { id } = await pay(orderId);
	await stripe.refunds.create({ payment_intent: id });
	expect(await getReceivedTypes(orderId)).toEqual([]);
	await sendJson("POST", "/stripe/switches/release", { order: orderId, reverse: true });
	expect(await getReceivedTypes(orderId)).toEqual(["charge.refunded", "payment_intent.succeeded"]);
});

test("duplicates and delays the webhooks of one order only", async () => {
	const orderId = createOrderId();
	const otherOrderId = createOrderId();
	await sendJson("PUT", "/stripe/switches", { order: orderId, duplicate: 2, delay: 1000 });
	await pay(orderId);
	await pay(otherOrderId);
	await expect.poll(() => getReceivedTypes(otherOrderId)).toHaveLength(1);
	expect(await getReceivedTypes(orderId)).toHaveLength(0);
	await expect.poll(() => getReceivedTypes(orderId)).toHaveLength(3);
	expect(new Set((await readReceivedEvents(orderId)).map(({ id }) => id)).size).toBe(1);
});

test("the ledger lists the intents, refunds and events of an order", async () => {
	const orderId = createOrderId();
	const { id } = await pay(orderId);
	await stripe.refunds.create({ payment_intent: id, amount: 200 });
	expect(await getLedger(orderId)).toMatchObject({
		intents: [{ id, status: "succeeded" }],
		refunds: [{ amount: 200 }],
		events: [
			{ type: "charge.refunded" },
			{ type: "refund.created" },
			{ type: "payment_intent.succeeded" },
			{ type: "charge.succeeded" },
			{ type: "payment_intent.created" },
		],
	});
});
