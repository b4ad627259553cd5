import { afterAll, afterEach, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";
import { createJsonInit } from "../support/shop.ts";

const checkout = await startCheckoutShop();
const { stripe, beginPayment, confirmPayment, readTransactionId } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.reconcilePayments()).toMatchObject({ lost: [] });
});

test("a payment intent for one order does not pay for the shopper's other order", async () => {
	const { shopper, orderId } = await beginPayment();
	const otherOrder = await checkout.placeOrder(shopper);
	const secret = await checkout.createIntent(shopper, otherOrder);
	const otherIntent = secret.split("_secret_")[0] ?? "";
	await stripe.chargeCard(secret);
	expect((await confirmPayment(shopper, orderId, otherIntent)).status).toBe(402);
	expect(await readTransactionId(orderId)).toBeNull();
	expect((await confirmPayment(shopper, otherOrder, otherIntent)).status).toBe(200);
	expect(
		(await confirmPayment(shopper, orderId, otherIntent)).status,
		"the intent has paid for another order",
	).toBe(402);
	expect(await readTransactionId(orderId)).toBeNull();
});

test("another shopper's intent cannot pay for an order, but still pays for its owner's order", async () => {
	const attacker = await beginPayment();
	const victim = await beginPayment();
	await stripe.chargeCard(victim.secret);
	expect((await confirmPayment(attacker.shopper, attacker.orderId, victim.intentId)).status).toBe(
		402,
	);
	expect((await confirmPayment(attacker.shopper, victim.orderId, victim.intentId)).status).toBe(
		403,
	);
	expect(await readTransactionId(attacker.orderId)).toBeNull();
	expect((await confirmPayment(victim.shopper, victim.orderId, victim.intentId)).status).toBe(200);
});

test.each([
	["another amount", { amount: 50 }],
	["another currency", { currency: "jpy" }],
])(
	"an intent with %s is refunded in full and does not pay for the order",
	async (_, intentUpdate) => {
		const { shopper, orderId, secret, intentId } = await beginPayment();
		await stripe.sdk.paymentIntents.update(intentId, intentUpdate);
		await stripe.chargeCard(secret);
		expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(402);
		expect(await readTransactionId(orderId)).toBeNull();
		expect((await stripe.readLedger(orderId)).refunds).toHaveLength(1);
	},
);

test.each([
	"pi_forged",
	"pi_0000000000000000000000",
	"..",
	".",
	"../refunds",
	"%2e%2e%2frefunds",
	"pi_1?expand[]=customer",
	"pi_1#",
	"pi_1\u0000",
	"💳",
	"x".repeat(128),
])("a forged intent ID (%s) does not pay for the order and causes no 5xx", async (id) => {
	const { shopper, orderId } = await beginPayment();
	const response = await confirmPayment(shopper, orderId, id);
	expect([400, 402]).toContain(response.status);
	expect(await readTransactionId(orderId)).toBeNull();
});

test("a price sent by the browser is only compared, never charged", async () => {
	const { shopper, orderId } = await beginPayment();
	for (const price of [0.5, 124.99, 125.01, 999_999.99]) {
		const response = await shopper.fetch(
			"/create-payment-intent",
			createJsonInit({ price, order: orderId }),
		);
		expect(response.status).toBe(409);
	}
	const { intents } = await stripe.readLedger(orderId);
	expect(intents.map(({ amount }) => amount)).toEqual([12_500]);
});

test("neither another shopper nor an admin can start the payment of an order", async () => {
	const { orderId } = await beginPayment();
	const otherShopper = await createAccount(checkout.shop);
	const admin = await createAccount(checkout.shop, { role: "admin" });
	expect((await checkout.requestIntent(otherShopper, orderId)).status).toBe(403);
	expect((await checkout.requestIntent(admin, orderId)).status).toBe(403);
});

test("rejects a webhook without a valid, recent signature of its body", async () => {
	const { orderId, secret } = await beginPayment({ webhooks: "drop" });
	await stripe.chargeCard(secret);
	const { events } = await stripe.readLedger(orderId);
	const body = JSON.stringify({ ...events[0], object: "event", data: { object: {} } });
	const sign = (payload: string, timestamp: number, key = "whsec_sandbox") =>
		stripe.sdk.webhooks.generateTestHeaderStringAsync({ payload, timestamp, secret: key });
	const now = Math.floor(Date.now() / 1000);
	const signatures = [
		"",
		"t=1,v1=00",
		await sign(`${body} `, now),
		await sign(body, now - 3600),
		await sign(body, now, "whsec_guessed"),
	];
	for (const signature of signatures) {
		const response = await checkout.shop.fetch("/webhooks/stripe", {
			method: "POST",
			body,
			headers: { "Stripe-Signature": signature },
		});
		expect(response.status, signature).toBe(400);
	}
	expect(await readTransactionId(orderId)).toBeNull();
	await checkout.runSweep();
});

test("acknowledges a signed event about another app's intent", async () => {
	const otherIntent = await stripe.sdk.paymentIntents.create({ amount: 900, currency: "usd" });
	const event = {
		id: `evt_${crypto.randomUUID()}`,
		object: "event",
		type: "payment_intent.succeeded",
		data: { object: { id: otherIntent.id, object: "payment_intent" } },
	};
	const payload = JSON.stringify(event);
	const signature = await stripe.sdk.webhooks.generateTestHeaderStringAsync({
		payload,
		secret: "whsec_sandbox",
	});
	const response = await checkout.shop.fetch("/webhooks/stripe", {
		method: "POST",
		body: payload,
		headers: { "Stripe-Signature": signature },
	});
	expect(response.status).toBe(200);
});
