import { afterAll, afterEach, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAdmin } from "../support/accounts.ts";
import { startCheckout } from "../support/checkout.ts";
import { intentIdOf } from "../support/stripe.ts";

const checkout = await startCheckout();
const { stripe, beginPayment, confirmPayment, cancelOrder, readTransactionId, runSweep } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.auditMoney()).toMatchObject({ lost: [] });
});

const statusOf = async (intent: string) =>
	(await stripe.sdk.paymentIntents.retrieve(intent)).status;

test("an order cancelled in another tab before the charge cannot be paid any more", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	expect((await cancelOrder(shopper, order)).status).toBe(200);
	expect(await statusOf(intent)).toBe("canceled");
	expect((await stripe.chargeCard(secret)).ok).toBe(false);
	expect((await confirmPayment(shopper, order, intent)).status).toBe(404);
});

test("an order cannot be cancelled while the card is processing", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.chargeCard(secret, "pm_card_processing");
	expect((await cancelOrder(shopper, order)).status).toBe(409);
	await stripe.settlePayment(intent, "failed");
	expect((await cancelOrder(shopper, order)).status).toBe(200);
	expect(await readTransactionId(order)).toBeNull();
});

test("an order cancelled after the charge but before its confirmation is paid, and stays", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.chargeCard(secret);
	const response = await cancelOrder(shopper, order);
	expect(response.status).toBe(409);
	expect(await response.json()).toMatchObject({
		message: errors.order_paid.message,
	});
	expect(await readTransactionId(order)).toBe(intent);
});

test("a payment for an order that is gone is refunded, and the admin sees why", async () => {
	const { order, secret, intent } = await beginPayment();
	await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(order).run();
	await stripe.chargeCard(secret);
	expect(await stripe.releaseWebhooks(order)).toEqual([200]);
	expect((await stripe.readLedger(order)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: intent },
	]);
	const admin = await createAdmin(checkout.shop);
	const page = await (await admin.fetch("/dashbord/manageAllorders")).text();
	expect(page.includes(intent)).toBe(true);
	expect(page.includes("the order was deleted")).toBe(true);
});

test("two tabs paying one order share one intent: the second charge is refused by Stripe", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	expect(await checkout.createIntent(shopper, order)).toBe(secret);
	const charges = await Promise.all([stripe.chargeCard(secret), stripe.chargeCard(secret)]);
	expect(charges.filter(({ ok }) => ok)).toHaveLength(1);
	const answers = await Promise.all([
		confirmPayment(shopper, order, intent),
		confirmPayment(shopper, order, intent),
	]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test("two tabs that open the payment at the same moment share one intent", async () => {
	const { shopper } = await beginPayment();
	const order = await checkout.placeOrder(shopper);
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => checkout.requestIntent(shopper, order)),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
	expect((await stripe.readLedger(order)).intents).toHaveLength(1);
});

test("when two intents of one order are paid, one pays it and the other is refunded", async () => {
	const { order, secret, intent, shopper } = await beginPayment();
	const second = await stripe.sdk.paymentIntents.create({
		amount: 12_500,
		currency: "usd",
		metadata: { order, shop: await checkout.readShopId() },
	});
	await stripe.chargeCard(secret);
	await stripe.chargeCard(second.client_secret ?? "");
	expect(await stripe.releaseWebhooks(order)).toEqual([200, 200]);
	expect(await readTransactionId(order)).toBe(intent);
	expect((await confirmPayment(shopper, order, second.id)).status).toBe(402);
	expect((await stripe.readLedger(order)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: second.id },
	]);
});

test("an intent that was cancelled at Stripe is followed by a new one", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.sdk.paymentIntents.cancel(intent);
	const next = await checkout.createIntent(shopper, order);
	expect(next).not.toBe(secret);
	await stripe.chargeCard(next);
	expect((await confirmPayment(shopper, order, intentIdOf(next))).status).toBe(200);
});

test("a paid order cannot be paid again", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.chargeCard(secret);
	await confirmPayment(shopper, order, intent);
	expect((await checkout.requestIntent(shopper, order)).status).toBe(409);
});

test("the order's owner is deleted while the card is charged: the order is paid and stays", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.chargeCard(secret);
	const admin = await createAdmin(checkout.shop);
	await admin.fetch(`/user/admin/${shopper.email}`, { method: "DELETE" });
	await runSweep();
	expect(await readTransactionId(order)).toBe(intent);
});
