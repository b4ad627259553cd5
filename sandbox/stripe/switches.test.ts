import Stripe from "stripe";
import { expect, test } from "vitest";
import {
	callSandbox,
	createStripe,
	newOrderId,
	sendJson,
	startSandbox,
} from "../testing/harness.ts";

startSandbox();

function create(order: string, stripe = createStripe(), key = newOrderId()) {
	const params = { amount: 1200, currency: "usd", metadata: { order } };
	return stripe.paymentIntents.create(params, { idempotencyKey: key });
}

async function intentsOf(order: string) {
	const ledger = await callSandbox(`/stripe/ledger.json?order=${order}`);
	const { intents }: { intents: unknown[] } = await ledger.json();
	return intents.length;
}

function switchOn(order: string, fault: object) {
	const operation = "payment_intents.create";
	return sendJson("PUT", "/stripe/switches", { order, faults: [{ operation, ...fault }] });
}

test("a call can fail without doing anything, as often as requested", async () => {
	const order = newOrderId();
	await switchOn(order, { kind: "fail", times: 2 });
	await expect(create(order)).rejects.toMatchObject({ statusCode: 500 });
	await expect(create(newOrderId())).resolves.toMatchObject({ amount: 1200 });
	await expect(create(order)).rejects.toMatchObject({ statusCode: 500 });
	expect(await intentsOf(order)).toBe(0);
	await expect(create(order)).resolves.toMatchObject({ amount: 1200 });
});

test("a response can be lost after the request was done; the SDK's retry finds it done once", async () => {
	const order = newOrderId();
	await switchOn(order, { kind: "drop" });
	await expect(create(order, createStripe(2))).resolves.toMatchObject({ amount: 1200 });
	expect(await intentsOf(order)).toBe(1);
});

test("while a response is pending, its idempotency key is in use", async () => {
	const order = newOrderId();
	const key = newOrderId();
	await switchOn(order, { kind: "hang", ms: 2500 });
	const slow = create(order, createStripe(), key);
	await expect.poll(() => intentsOf(order)).toBe(1);
	await expect(create(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 409 });
	expect((await slow).id).toBe((await create(order, createStripe(), key)).id);
});

test("a 500 that Stripe has saved is repeated under its key for a day, with the header not to retry", async () => {
	const order = newOrderId();
	const key = newOrderId();
	await switchOn(order, { kind: "fail", saved: true });
	await expect(create(order, createStripe(2), key)).rejects.toMatchObject({
		statusCode: 500,
		headers: { "stripe-should-retry": "false" },
	});
	await expect(create(order, createStripe(), key)).rejects.toMatchObject({
		statusCode: 500,
		headers: { "idempotent-replayed": "true" },
	});
	expect(await intentsOf(order)).toBe(0);
	await expect(create(order)).resolves.toMatchObject({ amount: 1200 });
	await sendJson("POST", "/stripe/clock", { advance: 24 * 3600 * 1000 });
	await expect(create(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
});

test("a saved 500 may hide a completed request", async () => {
	const order = newOrderId();
	const key = newOrderId();
	await switchOn(order, { kind: "fail", saved: true, done: true });
	await expect(create(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 500 });
	await expect(create(order, createStripe(), key)).rejects.toMatchObject({ statusCode: 500 });
	expect(await intentsOf(order)).toBe(1);
});

test.each([
	["unavailable", { statusCode: 503, headers: { "stripe-should-retry": "true" } }],
	["rate_limit", { statusCode: 429, code: "rate_limit", type: "StripeRateLimitError" }],
	["lock_timeout", { statusCode: 429, code: "lock_timeout" }],
])("%s: nothing is done and nothing is saved under the idempotency key", async (kind, error) => {
	const order = newOrderId();
	const key = newOrderId();
	await switchOn(order, { kind });
	await expect(create(order, createStripe(), key)).rejects.toMatchObject(error);
	expect(await intentsOf(order)).toBe(0);
	await expect(create(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
});

test("a response can break off half-way; the request is done, and its key finds it", async () => {
	const order = newOrderId();
	const key = newOrderId();
	await switchOn(order, { kind: "reset" });
	await expect(create(order, createStripe(2), key)).rejects.toBeInstanceOf(
		Stripe.errors.StripeError,
	);
	expect(await intentsOf(order)).toBe(1);
	await expect(create(order, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
	expect(await intentsOf(order)).toBe(1);
});

test("the account has a rate limit per second", async () => {
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: 3 });
	const calls = await Promise.allSettled(Array.from({ length: 12 }, () => create(newOrderId())));
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: null });
	const refused = calls.filter(({ status }) => status === "rejected");
	expect(refused.length).toBeGreaterThan(0);
	expect(refused[0]).toMatchObject({ reason: { statusCode: 429, code: "rate_limit" } });
});

test("switches are shown and reset", async () => {
	const order = newOrderId();
	const set = await sendJson("PUT", "/stripe/switches", { order, webhooks: "hold" });
	expect(await set.json()).toMatchObject({ orders: { [order]: { webhooks: "hold" } } });
	const reset = await callSandbox(`/stripe/switches?order=${order}`, { method: "DELETE" });
	expect(await reset.json()).not.toHaveProperty(["orders", order]);
	expect((await sendJson("PUT", "/stripe/switches", { webhooks: "maybe" })).status).toBe(400);
});

test("another site's page cannot set them", async () => {
	const response = await callSandbox("/stripe/switches", {
		method: "DELETE",
		headers: { Origin: "https://elsewhere.example" },
	});
	expect(response.status).toBe(403);
});
