import Stripe from "stripe";
import { expect, test } from "vitest";
import {
	callSandbox,
	createStripe,
	newOrderId,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();

function createIntent(order: string, stripe = createStripe(), key = crypto.randomUUID()) {
	const params = { amount: 1200, currency: "usd", metadata: { order } };
	return stripe.paymentIntents.create(params, { idempotencyKey: key });
}

async function countIntents(order: string) {
	const ledger = await callSandbox(`/stripe/ledger.json?order=${order}`);
	const { intents }: { intents: unknown[] } = await ledger.json();
	return intents.length;
}

function setFault(order: string, fault: object) {
	const operation = "payment_intents.create";
	return sendJson("PUT", "/stripe/switches", { order, faults: [{ operation, ...fault }] });
}

test("a fault fails as many requests as its `times` says, without executing them", async () => {
	const order = newOrderId();
	await setFault(order, { kind: "fail", times: 2 });
	await expect(createIntent(order)).rejects.toMatchObject({ statusCode: 500 });
	await expect(createIntent(newOrderId())).resolves.toMatchObject({ amount: 1200 });
	await expect(createIntent(order)).rejects.toMatchObject({ statusCode: 500 });
	expect(await countIntents(order)).toBe(0);
	await expect(createIntent(order)).resolves.toMatchObject({ amount: 1200 });
});

test("the SDK retries after a lost response, and the request is executed once", async () => {
	const order = newOrderId();
	await setFault(order, { kind: "drop" });
	await expect(createIntent(order, createStripe({ maxNetworkRetries: 2 }))).resolves.toMatchObject({
		amount: 1200,
	});
	expect(await countIntents(order)).toBe(1);
});

test("rejects an idempotency key whose first request has no response yet", async () => {
	const order = newOrderId();
	const key = crypto.randomUUID();
	await setFault(order, { kind: "hang", ms: 2500 });
	const slowRequest = createIntent(order, createStripe(), key);
	await expect.poll(() => countIntents(order)).toBe(1);
	await expect(createIntent(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 409 });
	expect((await slowRequest).id).toBe((await createIntent(order, createStripe(), key)).id);
});

test("a stored 500 is replayed for a day, and tells clients not to retry", async () => {
	const order = newOrderId();
	const key = crypto.randomUUID();
	await setFault(order, { kind: "fail", stored: true });
	await expect(
		createIntent(order, createStripe({ maxNetworkRetries: 2 }), key),
	).rejects.toMatchObject({
		statusCode: 500,
		headers: { "stripe-should-retry": "false" },
	});
	await expect(createIntent(order, createStripe(), key)).rejects.toMatchObject({
		statusCode: 500,
		headers: { "idempotent-replayed": "true" },
	});
	expect(await countIntents(order)).toBe(0);
	await expect(createIntent(order)).resolves.toMatchObject({ amount: 1200 });
	await sendJson("POST", "/stripe/clock", { advance: 24 * 3600 * 1000 });
	await expect(createIntent(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
});

test("a stored 500 can hide an executed request", async () => {
	const order = newOrderId();
	const key = crypto.randomUUID();
	await setFault(order, { kind: "fail", stored: true, executed: true });
	await expect(createIntent(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 500 });
	await expect(createIntent(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 500 });
	expect(await countIntents(order)).toBe(1);
});

test.each([
	["unavailable", { statusCode: 503, headers: { "stripe-should-retry": "true" } }],
	["rate_limit", { statusCode: 429, code: "rate_limit", type: "StripeRateLimitError" }],
	["lock_timeout", { statusCode: 429, code: "lock_timeout" }],
])(
	"with the fault %s, a request is not executed and its idempotency key can be used again",
	async (kind, error) => {
		const order = newOrderId();
		const key = crypto.randomUUID();
		await setFault(order, { kind });
		await expect(createIntent(order, createStripe(), key)).rejects.toMatchObject(error);
		expect(await countIntents(order)).toBe(0);
		await expect(createIntent(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
	},
);

test("a request whose response is cut off is executed, and a retry with its key gets the result", async () => {
	const order = newOrderId();
	const key = crypto.randomUUID();
	await setFault(order, { kind: "reset" });
	await expect(
		createIntent(order, createStripe({ maxNetworkRetries: 2 }), key),
	).rejects.toBeInstanceOf(Stripe.errors.StripeError);
	expect(await countIntents(order)).toBe(1);
	await expect(createIntent(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
	expect(await countIntents(order)).toBe(1);
});

test("rejects requests above the account's rate limit", async () => {
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: 3 });
	const results = await Promise.allSettled(
		Array.from({ length: 12 }, () => createIntent(newOrderId())),
	);
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: null });
	const rejected = results.filter(({ status }) => status === "rejected");
	expect(rejected.length).toBeGreaterThan(0);
	expect(rejected[0]).toMatchObject({ reason: { statusCode: 429, code: "rate_limit" } });
});

test("returns and resets the faults of an order", async () => {
	const order = newOrderId();
	const afterPut = await sendJson("PUT", "/stripe/switches", { order, webhooks: "hold" });
	expect(await afterPut.json()).toMatchObject({ orders: { [order]: { webhooks: "hold" } } });
	const afterDelete = await callSandbox(`/stripe/switches?order=${order}`, { method: "DELETE" });
	expect(await afterDelete.json()).not.toHaveProperty(["orders", order]);
	expect((await sendJson("PUT", "/stripe/switches", { webhooks: "maybe" })).status).toBe(400);
});

test("rejects requests from other origins to reset the switches", async () => {
	const response = await callSandbox("/stripe/switches", {
		method: "DELETE",
		headers: { Origin: "https://elsewhere.example" },
	});
	expect(response.status).toBe(403);
});
