import { afterAll, afterEach, expect, test } from "vitest";
import { createAdmin } from "../support/accounts.ts";
import { startCheckout } from "../support/checkout.ts";
import { intentIdOf } from "../support/stripe.ts";

const checkout = await startCheckout();
const { stripe, begin, confirm, cancel, transactionOf, sweep } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.audit()).toMatchObject({ lost: [] });
});

const statusOf = async (intent: string) =>
	(await stripe.sdk.paymentIntents.retrieve(intent)).status;

test("an order cancelled in another tab before the charge cannot be paid any more", async () => {
	const { shopper, order, secret, intent } = await begin();
	expect((await cancel(shopper, order)).status).toBe(200);
	expect(await statusOf(intent)).toBe("canceled");
	expect((await stripe.charge(secret)).ok).toBe(false);
	expect((await confirm(shopper, order, intent)).status).toBe(404);
});

test("an order cannot be cancelled while the card is processing", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret, "pm_card_processing");
	expect((await cancel(shopper, order)).status).toBe(409);
	await stripe.decide(intent, "failed");
	expect((await cancel(shopper, order)).status).toBe(200);
	expect(await transactionOf(order)).toBeNull();
});

test("an order cancelled after the charge but before its confirmation is paid, and stays", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	const response = await cancel(shopper, order);
	expect(response.status).toBe(409);
	expect(await response.json()).toMatchObject({
		message: "This order is paid, so it cannot be cancelled or deleted",
	});
	expect(await transactionOf(order)).toBe(intent);
});

test("a payment for an order that is gone is refunded, and the admin sees why", async () => {
	const { order, secret, intent } = await begin();
	await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(order).run();
	await stripe.charge(secret);
	expect(await stripe.release(order)).toEqual([200]);
	expect((await stripe.readLedger(order)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: intent },
	]);
	const admin = await createAdmin(checkout.shop);
	const page = await (await admin.fetch("/dashbord/manageAllorders")).text();
	expect(page.includes(intent)).toBe(true);
	expect(page.includes("the order was deleted")).toBe(true);
});

test("two tabs paying one order share one intent: the second charge is refused by Stripe", async () => {
	const { shopper, order, secret, intent } = await begin();
	expect(await checkout.openIntent(shopper, order)).toBe(secret);
	const charges = await Promise.all([stripe.charge(secret), stripe.charge(secret)]);
	expect(charges.filter(({ ok }) => ok)).toHaveLength(1);
	const answers = await Promise.all([
		confirm(shopper, order, intent),
		confirm(shopper, order, intent),
	]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test("two tabs that open the payment at the same moment share one intent", async () => {
	const { shopper } = await begin();
	const order = await checkout.placeOrder(shopper);
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => checkout.requestIntent(shopper, order)),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
	expect((await stripe.readLedger(order)).intents).toHaveLength(1);
});

test("when two intents of one order are paid, one pays it and the other is refunded", async () => {
	const { order, secret, intent, shopper } = await begin();
	const second = await stripe.sdk.paymentIntents.create({
		amount: 12_500,
		currency: "usd",
		metadata: { order, shop: await checkout.readShopId() },
	});
	await stripe.charge(secret);
	await stripe.charge(second.client_secret ?? "");
	expect(await stripe.release(order)).toEqual([200, 200]);
	expect(await transactionOf(order)).toBe(intent);
	expect((await confirm(shopper, order, second.id)).status).toBe(402);
	expect((await stripe.readLedger(order)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: second.id },
	]);
});

test("an intent that was cancelled at Stripe is followed by a new one", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.sdk.paymentIntents.cancel(intent);
	const next = await checkout.openIntent(shopper, order);
	expect(next).not.toBe(secret);
	await stripe.charge(next);
	expect((await confirm(shopper, order, intentIdOf(next))).status).toBe(200);
});

test("a paid order cannot be paid again", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	await confirm(shopper, order, intent);
	expect((await checkout.requestIntent(shopper, order)).status).toBe(409);
});

test("the order's owner is deleted while the card is charged: the order is paid and stays", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	const admin = await createAdmin(checkout.shop);
	await admin.fetch(`/user/admin/${shopper.email}`, { method: "DELETE" });
	await sweep();
	expect(await transactionOf(order)).toBe(intent);
});
