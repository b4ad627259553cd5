import { afterAll, afterEach, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { startCheckout } from "../support/checkout.ts";

const checkout = await startCheckout();
const { stripe, begin, confirm, transactionOf, sweep } = checkout;
afterAll(checkout.shop.stop);

/** Whatever a test has done: every payment is one paid order or one full refund. */
afterEach(async () => {
	expect(await checkout.audit()).toMatchObject({ lost: [] });
});

test("webhook before the browser: the browser is answered that the order is paid", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	expect(await stripe.release(order)).toEqual([200]);
	expect(await transactionOf(order)).toBe(intent);
	const response = await confirm(shopper, order, intent);
	expect(await response.json()).toMatchObject({ acknowledged: true, modifiedCount: 0 });
});

test("webhook after the browser changes nothing", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	const response = await confirm(shopper, order, intent);
	expect(await response.json()).toMatchObject({ acknowledged: true, modifiedCount: 1 });
	const paid = await checkout.shop.db.select().from(orders);
	expect(await stripe.release(order)).toEqual([200]);
	expect(await checkout.shop.db.select().from(orders)).toEqual(paid);
});

test("webhook and browser at the same moment: paid once", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret);
	const [response, statuses] = await Promise.all([
		confirm(shopper, order, intent),
		stripe.release(order),
	]);
	expect([response.status, statuses]).toEqual([200, [200]]);
	expect(await transactionOf(order)).toBe(intent);
});

test.each([2, 20])(
	"webhook %i times, one after the other and all at once: paid once",
	async (times) => {
		const { order, secret, intent } = await begin();
		await stripe.charge(secret);
		await stripe.release(order);
		const { events } = await stripe.readLedger(order);
		const again = Array.from({ length: times }, () => stripe.deliver(events[0]?.id ?? ""));
		expect((await Promise.all(again)).flat()).toEqual(Array(times).fill(200));
		expect(await transactionOf(order)).toBe(intent);
	},
);

test("twenty copies of a webhook that the shop has not seen yet, all at once: paid once", async () => {
	const { order, secret, intent } = await begin("drop");
	await stripe.charge(secret);
	const { events } = await stripe.readLedger(order);
	const copies = Array.from({ length: 20 }, () => stripe.deliver(events[0]?.id ?? ""));
	expect((await Promise.all(copies)).flat()).toEqual(Array(20).fill(200));
	expect(await transactionOf(order)).toBe(intent);
});

test("webhooks out of order: the current state at Stripe counts, not the event's", async () => {
	const { order, secret, intent } = await begin();
	await stripe.charge(secret, "pm_card_visa_chargeDeclined");
	await stripe.charge(secret, "pm_card_processing");
	await stripe.decide(intent, "succeeded");
	const { events } = await stripe.readLedger(order);
	const types = events.map(({ type }) => type).filter((type) => type.startsWith("payment_intent."));
	expect(types).toEqual([
		"payment_intent.succeeded",
		"payment_intent.processing",
		"payment_intent.payment_failed",
		"payment_intent.created",
	]);
	expect(await stripe.release(order, true)).toEqual([200, 200, 200]);
	expect(await transactionOf(order)).toBe(intent);
});

test("webhook never, browser closed after the charge: the sweep settles it", async () => {
	const { order, secret, intent } = await begin("drop");
	await stripe.charge(secret);
	await checkout.shop.sweep();
	expect(await transactionOf(order), "within two minutes it is left to the others").toBeNull();
	await sweep();
	expect(await transactionOf(order)).toBe(intent);
});

test("browser closed after the charge: the webhook alone is enough", async () => {
	const { order, secret, intent } = await begin("normal");
	await stripe.charge(secret);
	await expect.poll(() => transactionOf(order)).toBe(intent);
});

test("a declined card leaves the order unpaid; another card pays it with the same intent", async () => {
	const { shopper, order, secret, intent } = await begin();
	expect((await stripe.charge(secret, "pm_card_visa_chargeDeclined")).status).toBe(402);
	expect((await confirm(shopper, order, intent)).status).toBe(402);
	expect(await stripe.release(order)).toEqual([200]);
	expect(await transactionOf(order)).toBeNull();
	expect(await checkout.openIntent(shopper, order)).toBe(secret);
	await stripe.charge(secret);
	expect((await confirm(shopper, order, intent)).status).toBe(200);
});

test("an intent that waits for 3-D Secure does not pay the order", async () => {
	const { shopper, order, secret, intent } = await begin();
	await stripe.charge(secret, "pm_card_authenticationRequired");
	expect((await confirm(shopper, order, intent)).status).toBe(402);
	await sweep();
	expect(await transactionOf(order)).toBeNull();
});
