import Stripe from "stripe";
import { expect, test } from "vitest";
import {
	callSandbox,
	createOrderId,
	createStripe,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();

function createIntent(orderId: string, stripe = createStripe(), key = crypto.randomUUID()) {
	const params = { amount: 1200, currency: "usd", metadata: { order: orderId } };
	return stripe.paymentIntents.create(params, { idempotencyKey: key });
}

async function countIntents(orderId: string) {
	const ledger = await callSandbox(`/stripe/ledger.json?order=${orderId}`);
	const { intents }: { intents: unknown[] } = await ledger.json();
	return intents.length;
}

function setFault(orderId: string, fault: object) {
	const operation = "payment_intents.create";
	return sendJson("PUT", "/stripe/switches", { order: orderId, faults: [{ operation, ...fault }] });
}

test("a fault fails the next `times` requests without executing them", async () => {
	const orderId = createOrderId();
	await setFault(orderId, { kind: "fail", times: 2 });
	await expect(createIntent(orderId)).rejects.toMatchObject({ statusCode: 500 });
	await expect(createIntent(createOrderId())).resolves.toMatchObject({ amount: 1200 });
	await expect(createIntent(orderId)).rejects.toMatchObject({ statusCode: 500 });
	expect(await countIntents(orderId)).toBe(0);
	await expect(createIntent(orderId)).resolves.toMatchObject({ amount: 1200 });
});

test("a request whose response is lost is executed once although the SDK retries it", async () => {
	const orderId = createOrderId();
	await setFault(orderId, { kind: "drop" });
	await expect(
		createIntent(orderId, createStripe({ maxNetworkRetries: 2 })),
	).resolves.toMatchObject({
		amount: 1200,
	});
	expect(await countIntents(orderId)).toBe(1);
});

test("rejects an idempotency key while its first request is in progress", async () => {
	const orderId = createOrderId();
	const key = crypto.randomUUID();
	await setFault(orderId, { kind: "hang", ms: 2500 });
	const slowRequest = createIntent(orderId, createStripe(), key);
	await expect.poll(() => countIntents(orderId)).toBe(1);
	await expect(createIntent(orderId, createStripe(), key)).rejects.toMatchObject({
		statusCode: 409,
	});
	expect((await slowRequest).id).toBe((await createIntent(orderId, createStripe(), key)).id);
});

test("a stored 500 is replayed for a day and tells clients not to retry", async () => {
	const orderId = createOrderId();
	const key = crypto.randomUUID();
	await setFault(orderId, { kind: "fail", stored: true });
	await expect(
		createIntent(orderId, createStripe({ maxNetworkRetries: 2 }), key),
	).rejects.toMatchObject({
		statusCode: 500,
		headers: { "stripe-should-retry": "false" },
	});
	await expect(createIntent(orderId, createStripe(), key)).rejects.toMatchObject({
		statusCode: 500,
		headers: { "idempotent-replayed": "true" },
	});
	expect(await countIntents(orderId)).toBe(0);
	await expect(createIntent(orderId)).resolves.toMatchObject({ amount: 1200 });
	await sendJson("POST", "/stripe/clock", { advance: 24 * 3600 * 1000 });
	await expect(createIntent(orderId, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
});

test("a stored 500 can hide an executed request", async () => {
	const orderId = createOrderId();
	const key = crypto.randomUUID();
	await setFault(orderId, { kind: "fail", stored: true, executed: true });
	await expect(createIntent(orderId, createStripe(), key)).rejects.toMatchObject({
		statusCode: 500,
	});
	await expect(createIntent(orderId, createStripe(), key)).rejects.toMatchObject({
		statusCode: 500,
	});
	expect(await countIntents(orderId)).toBe(1);
});

test.each([
	["unavailable", { statusCode: 503, headers: { "stripe-should-retry": "true" } }],
	["rate_limit", { statusCode: 429, code: "rate_limit", type: "StripeRateLimitError" }],
	["lock_timeout", { statusCode: 429, code: "lock_timeout" }],
])(
	"the fault %s executes no request and leaves the idempotency key unused",
	async (kind, error) => {
		const orderId = createOrderId();
		const key = crypto.randomUUID();
		await setFault(orderId, { kind });
		await expect(createIntent(orderId, createStripe(), key)).rejects.toMatchObject(error);
		expect(await countIntents(orderId)).toBe(0);
		await expect(createIntent(orderId, createStripe(), key)).resolves.toMatchObject({
			amount: 1200,
		});
	},
);

test("a retry after a cut-off response gets the result of the first request", async () => {
	const orderId = createOrderId();
	const key = crypto.randomUUID();
	await setFault(orderId, { kind: "reset" });
	await expect(
		createIntent(orderId, createStripe({ maxNetworkRetries: 2 }), key),
	).rejects.toBeInstanceOf(Stripe.errors.StripeError);
	expect(await countIntents(orderId)).toBe(1);
	await expect(createIntent(orderId, createStripe(), key)).resolves.toMatchObject({ amount: 1200 });
	expect(await countIntents(orderId)).toBe(1);
});

test("rejects requests above the account's rate limit", async () => {
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: 3 });
	const results = await Promise.allSettled(
		Array.from({ length: 12 }, () => createIntent(createOrderId())),
	);
	await sendJson("PUT", "/stripe/rate-limit", { perSecond: null });
	const rejected = results.filter(({ status }) => status === "rejected");
	expect(rejected.length).toBeGreaterThan(0);
	expect(rejected[0]).toMatchObject({ reason: { statusCode: 429, code: "rate_limit" } });
});

test("returns and resets the switches of an order", async () => {
	const orderId = createOrderId();
	const afterPut = await sendJson("PUT", "/stripe/switches", { order: orderId, webhooks: "hold" });
	expect(await afterPut.json()).toMatchObject({ orders: { [orderId]: { webhooks: "hold" } } });
	const afterDelete = await callSandbox(`/stripe/switches?order=${orderId}`, { method: "DELETE" });
	expect(await afterDelete.json()).not.toHaveProperty(["orders", orderId]);
	expect((await sendJson("PUT", "/stripe/switches", { webhooks: "maybe" })).status).toBe(400);
});

test("rejects a reset from another origin", async () => {
	const response = await callSandbox("/stripe/switches", {
		method: "DELETE",
		headers: { Origin: "https://elsewhere.example" },
	});
	expect(response.status).toBe(403);
});
