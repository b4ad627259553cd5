import { afterAll, afterEach, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { startCheckoutShop } from "../support/checkout.ts";

const checkout = await startCheckoutShop();
const { stripe, beginPayment, confirmPayment, readTransactionId, runSweep } = checkout;
afterAll(checkout.shop.stop);

/** Checks that every payment has either paid for one order or been refunded in full. */
afterEach(async () => {
	expect(await checkout.reconcilePayments()).toMatchObject({ lost: [] });
});

test("if the webhook arrives before the browser's confirmation, the confirmation succeeds and changes nothing", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200]);
	expect(await readTransactionId(orderId)).toBe(intentId);
	const response = await confirmPayment(shopper, orderId, intentId);
	expect(await response.json()).toMatchObject({ acknowledged: true, modifiedCount: 0 });
});

test("a webhook after the browser's confirmation changes nothing", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	const response = await confirmPayment(shopper, orderId, intentId);
	expect(await response.json()).toMatchObject({ acknowledged: true, modifiedCount: 1 });
	const ordersBefore = await checkout.shop.db.select().from(orders);
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200]);
	expect(await checkout.shop.db.select().from(orders)).toEqual(ordersBefore);
});

test("a webhook and the browser's confirmation at the same time pay for the order once", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	const [response, statuses] = await Promise.all([
		confirmPayment(shopper, orderId, intentId),
		stripe.releaseWebhooks(orderId),
	]);
	expect([response.status, statuses]).toEqual([200, [200]]);
	expect(await readTransactionId(orderId)).toBe(intentId);
});

test.each([2, 20])(
	"%i concurrent redeliveries of a webhook pay for the order once",
	async (times) => {
		const { orderId, secret, intentId } = await beginPayment();
		await stripe.chargeCard(secret);
		await stripe.releaseWebhooks(orderId);
		const { events } = await stripe.readLedger(orderId);
		const deliveries = Array.from({ length: times }, () =>
			stripe.deliverEvent(events[0]?.id ?? ""),
		);
		expect((await Promise.all(deliveries)).flat()).toEqual(Array(times).fill(200));
		expect(await readTransactionId(orderId)).toBe(intentId);
	},
);

test("twenty concurrent deliveries of a new webhook pay for the order once", async () => {
	const { orderId, secret, intentId } = await beginPayment({ webhooks: "drop" });
	await stripe.chargeCard(secret);
	const { events } = await stripe.readLedger(orderId);
	const deliveries = Array.from({ length: 20 }, () => stripe.deliverEvent(events[0]?.id ?? ""));
	expect((await Promise.all(deliveries)).flat()).toEqual(Array(20).fill(200));
	expect(await readTransactionId(orderId)).toBe(intentId);
});

test("webhooks that arrive out of order settle the payment by its current state at Stripe", async () => {
	const { orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret, "pm_card_visa_chargeDeclined");
	await stripe.chargeCard(secret, "pm_card_processing");
	await stripe.settlePayment(intentId, "succeeded");
	const { events } = await stripe.readLedger(orderId);
	const types = events.map(({ type }) => type).filter((type) => type.startsWith("payment_intent."));
	expect(types).toEqual([
		"payment_intent.succeeded",
		"payment_intent.processing",
		"payment_intent.payment_failed",
		"payment_intent.created",
	]);
	expect(await stripe.releaseWebhooks(orderId, { isReversed: true })).toEqual([200, 200, 200]);
	expect(await readTransactionId(orderId)).toBe(intentId);
});

test("the sweep settles a payment if the browser is closed after the charge and no webhook arrives", async () => {
	const { orderId, secret, intentId } = await beginPayment({ webhooks: "drop" });
	await stripe.chargeCard(secret);
	await checkout.shop.sweep();
	expect(await readTransactionId(orderId), "the sweep waits two minutes").toBeNull();
	await runSweep();
	expect(await readTransactionId(orderId)).toBe(intentId);
});

test("the webhook settles a payment if the browser is closed after the charge", async () => {
	const { orderId, secret, intentId } = await beginPayment({ webhooks: "normal" });
	await stripe.chargeCard(secret);
	await expect.poll(() => readTransactionId(orderId)).toBe(intentId);
});

test("a declined card leaves the order unpaid until another card pays with the same intent", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	expect((await stripe.chargeCard(secret, "pm_card_visa_chargeDeclined")).status).toBe(402);
	expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(402);
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200]);
	expect(await readTransactionId(orderId)).toBeNull();
	expect(await checkout.createIntent(shopper, orderId)).toBe(secret);
	await stripe.chargeCard(secret);
	expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(200);
});

test("an intent that waits for 3-D Secure does not pay for the order", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret, "pm_card_authenticationRequired");
	expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(402);
	await runSweep();
	expect(await readTransactionId(orderId)).toBeNull();
});
