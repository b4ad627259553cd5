import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";
import { getIntentId } from "../support/stripe.ts";

const checkout = await startCheckoutShop();
const { stripe, beginPayment, confirmPayment, cancelOrder, readTransactionId, runSweep } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.reconcilePayments()).toMatchObject({ lost: [] });
});

const readIntentStatus = async (intentId: string) =>
	(await stripe.sdk.paymentIntents.retrieve(intentId)).status;

test("an order that was canceled in another tab before the charge cannot be paid", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	expect((await cancelOrder(shopper, orderId)).status).toBe(200);
	expect(await readIntentStatus(intentId)).toBe("canceled");
	expect((await stripe.chargeCard(secret)).ok).toBe(false);
	expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(404);
});

test("an order cannot be canceled while its payment is processing", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret, "pm_card_processing");
	expect((await cancelOrder(shopper, orderId)).status).toBe(409);
	await stripe.settlePayment(intentId, "failed");
	expect((await cancelOrder(shopper, orderId)).status).toBe(200);
	expect(await readTransactionId(orderId)).toBeNull();
});

test("canceling an order that was charged but not confirmed marks it as paid instead", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	const response = await cancelOrder(shopper, orderId);
	expect(response.status).toBe(409);
	expect(await response.json()).toMatchObject({
		message: errors.order_paid.message,
	});
	expect(await readTransactionId(orderId)).toBe(intentId);
});

test("the page of an order that was canceled after its charge says that the payment is being refunded", async () => {
	const { shopper, orderId, secret } = await beginPayment();
	await stripe.chargeCard(secret);
	await checkout.shop.db
		.update(orders)
		.set({ cancelledAt: new Date(), cancelReason: "expired" })
		.where(eq(orders.id, orderId));
	const path = `/dashbord/orders/${orderId}`;
	expect(await (await shopper.fetch(path)).text()).toContain("You have not been charged");
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200]);
	const page = await (await shopper.fetch(path)).text();
	expect(page).not.toContain("You have not been charged");
	expect(page).toContain("Your payment is being refunded to your payment method");
	expect(page).not.toContain("created in Stripe, or automatically by the shop");
	const admin = await createAdmin(checkout.shop);
	expect(await (await admin.fetch(path)).text()).toContain(
		"created in Stripe, or automatically by the shop",
	);
});

test("the page of an order that was canceled after a lost charge does not say that nothing was charged", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	await stripe.advanceDispute(await stripe.dispute(intentId), "lost");
	await stripe.releaseWebhooks(orderId);
	expect((await cancelOrder(shopper, orderId)).status).toBe(200);
	const page = await (await shopper.fetch(`/dashbord/orders/${orderId}`)).text();
	expect(page).toContain("This order was canceled.");
	expect(page).not.toContain("You have not been charged");
});

test("a payment for a missing order is refunded, and the admin sees why", async () => {
	const { orderId, secret, intentId } = await beginPayment();
	await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(orderId).run();
	await stripe.chargeCard(secret);
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200]);
	expect((await stripe.readLedger(orderId)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: intentId },
	]);
	const admin = await createAdmin(checkout.shop);
	const page = await (await admin.fetch("/dashbord/manageAllorders")).text();
	expect(page.includes(intentId)).toBe(true);
	expect(page.includes("the order is missing")).toBe(true);
	const [table = ""] = /Refunded payments<\/caption>.*?<\/table>/s.exec(page) ?? [];
	expect(table).toContain("$125.00");
});

test("two tabs that pay for one order share an intent, so Stripe rejects the second charge", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	expect(await checkout.createIntent(shopper, orderId)).toBe(secret);
	const charges = await Promise.all([stripe.chargeCard(secret), stripe.chargeCard(secret)]);
	expect(charges.filter(({ ok }) => ok)).toHaveLength(1);
	const responses = await Promise.all([
		confirmPayment(shopper, orderId, intentId),
		confirmPayment(shopper, orderId, intentId),
	]);
	expect(responses.map(({ status }) => status)).toEqual([200, 200]);
});

test("concurrent requests to start the payment of an order share one intent", async () => {
	const { shopper } = await beginPayment();
	const orderId = await checkout.placeOrder(shopper);
	const responses = await Promise.all(
		Array.from({ length: 5 }, () => checkout.requestIntent(shopper, orderId)),
	);
	expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
	expect((await stripe.readLedger(orderId)).intents).toHaveLength(1);
});

test("if two intents of one order are charged, one pays for the order and the other is refunded", async () => {
	const { orderId, secret, intentId, shopper } = await beginPayment();
	const secondIntent = await stripe.sdk.paymentIntents.create({
		amount: 12_500,
		currency: "usd",
		metadata: { order: orderId, shop: await checkout.readShopId() },
	});
	await stripe.chargeCard(secret);
	await stripe.chargeCard(secondIntent.client_secret ?? "");
	expect(await stripe.releaseWebhooks(orderId)).toEqual([200, 200]);
	expect(await readTransactionId(orderId)).toBe(intentId);
	expect((await confirmPayment(shopper, orderId, secondIntent.id)).status).toBe(402);
	expect((await stripe.readLedger(orderId)).refunds).toMatchObject([
		{ amount: 12_500, payment_intent: secondIntent.id },
	]);
});

test("an order whose intent was canceled at Stripe gets a new intent", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.sdk.paymentIntents.cancel(intentId);
	const newSecret = await checkout.createIntent(shopper, orderId);
	expect(newSecret).not.toBe(secret);
	await stripe.chargeCard(newSecret);
	expect((await confirmPayment(shopper, orderId, getIntentId(newSecret))).status).toBe(200);
});

test("a paid order cannot be paid again", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	await confirmPayment(shopper, orderId, intentId);
	expect((await checkout.requestIntent(shopper, orderId)).status).toBe(409);
});

test("an order is paid even if its owner is deleted after the charge", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	const admin = await createAdmin(checkout.shop);
	const deleteResponse = await admin.fetch(`/user/admin/${shopper.email}`, { method: "DELETE" });
	expect(deleteResponse.status).toBe(200);
	await runSweep();
	expect(await readTransactionId(orderId)).toBe(intentId);
});
