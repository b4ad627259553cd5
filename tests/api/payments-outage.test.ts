import { afterAll, afterEach, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startCheckout, stripeTimeoutMs } from "../support/checkout.ts";

const checkout = await startCheckout();
const { stripe, beginPayment, confirmPayment, cancelOrder, readTransactionId, runSweep } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.auditMoney()).toMatchObject({ lost: [] });
});

/** Stripe sends a refused webhook again some minutes later: sandbox/stripe/delivery-queue.ts. */
const firstRetryMs = 5 * 60_000;

const down = errors.payment_unavailable.message;

/** The SDK tries twice: two faults are one failed call. */
const outages = Object.entries({
	"answering 500": { kind: "fail", times: 2 },
	"timing out": { kind: "hang", times: 2, ms: stripeTimeoutMs * 3 },
} as const);
const losses = Object.entries({ "losing its answer": { kind: "drop", times: 2 } } as const);

/** `hang` keeps the key of a create in use, as Stripe does, until it has answered. */
const untilHangEnds = { timeout: stripeTimeoutMs * 10, interval: 100 };

test.each(outages)(
	"Stripe %s when the payment is opened: a clear 503, then it works",
	async (_, fault) => {
		const shopper = await createAccount(checkout.shop);
		const order = await checkout.placeOrder(shopper);
		const operation = "payment_intents.create";
		await stripe.setSwitches(order, { webhooks: "drop", faults: [{ operation, ...fault }] });
		const refused = await checkout.requestIntent(shopper, order);
		expect(refused.status).toBe(503);
		expect(await refused.json()).toEqual({ message: down, code: "payment_unavailable" });
		await expect
			.poll(async () => (await checkout.requestIntent(shopper, order)).status, untilHangEnds)
			.toBe(200);
		expect((await stripe.readLedger(order)).intents).toHaveLength(1);
	},
);

test.each([...outages, ...losses])(
	"Stripe %s when the browser confirms: a clear 503, then it is paid",
	async (_, fault) => {
		const { shopper, order, secret, intent } = await beginPayment();
		await stripe.chargeCard(secret);
		const operation = "payment_intents.retrieve";
		await stripe.setSwitches(order, { webhooks: "hold", faults: [{ operation, ...fault }] });
		const refused = await confirmPayment(shopper, order, intent);
		expect(refused.status).toBe(503);
		expect(await readTransactionId(order)).toBeNull();
		expect((await confirmPayment(shopper, order, intent)).status).toBe(200);
	},
);

test.each([...outages, ...losses])(
	"Stripe %s when the webhook comes: it is refused, so that Stripe sends it again",
	async (_, fault) => {
		const { order, secret, intent } = await beginPayment();
		await stripe.chargeCard(secret);
		const operation = "payment_intents.retrieve";
		await stripe.setSwitches(order, { webhooks: "hold", faults: [{ operation, ...fault }] });
		expect(await stripe.releaseWebhooks(order)).toEqual([503]);
		await stripe.advanceClock(firstRetryMs);
		expect(await readTransactionId(order)).toBe(intent);
	},
);

test.each(outages)(
	"Stripe %s when the order is cancelled: it stays, and can be cancelled later",
	async (_, fault) => {
		const { shopper, order, secret } = await beginPayment();
		const operation = "payment_intents.cancel";
		await stripe.setSwitches(order, { webhooks: "hold", faults: [{ operation, ...fault }] });
		expect((await cancelOrder(shopper, order)).status).toBe(503);
		expect(await readTransactionId(order)).toBeNull();
		await expect
			.poll(async () => (await cancelOrder(shopper, order)).status, untilHangEnds)
			.toBe(200);
		expect((await stripe.chargeCard(secret)).ok).toBe(false);
	},
);

test.each([...outages, ...losses])(
	"Stripe %s when money goes back: it goes back once, with the next sweep",
	async (_, fault) => {
		const { order, secret } = await beginPayment("drop");
		await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(order).run();
		const operation = "refunds.create";
		await stripe.setSwitches(order, { webhooks: "drop", faults: [{ operation, ...fault }] });
		await stripe.chargeCard(secret);
		await runSweep();
		await expect
			.poll(async () => {
				await runSweep();
				return (await stripe.readLedger(order)).refunds.length;
			}, untilHangEnds)
			.toBe(1);
		await runSweep();
		expect((await stripe.readLedger(order)).refunds).toHaveLength(1);
	},
);

test("when Stripe's response is lost after an intent was created or cancelled, the retry finds it done", async () => {
	const shopper = await createAccount(checkout.shop);
	const order = await checkout.placeOrder(shopper);
	const faults = ["payment_intents.create", "payment_intents.cancel"].map((operation) => ({
		operation,
		kind: "drop" as const,
	}));
	await stripe.setSwitches(order, { faults });
	const secret = await checkout.createIntent(shopper, order);
	expect((await cancelOrder(shopper, order)).status).toBe(200);
	expect((await stripe.readLedger(order)).intents).toMatchObject([{ status: "canceled" }]);
	expect((await stripe.chargeCard(secret)).ok).toBe(false);
});

test("a slow response from Stripe within the timeout works as usual", async () => {
	const { shopper, order, secret, intent } = await beginPayment();
	await stripe.chargeCard(secret);
	const operation = "payment_intents.retrieve";
	const slow = { operation, kind: "hang", times: 2, ms: stripeTimeoutMs / 4 } as const;
	await stripe.setSwitches(order, { webhooks: "hold", faults: [slow] });
	expect((await confirmPayment(shopper, order, intent)).status).toBe(200);
});

test("a payment that the sweep cannot close is shown to the admin until it can", async () => {
	const { order, secret, intent } = await beginPayment("drop");
	await stripe.chargeCard(secret);
	const operation = "payment_intents.retrieve";
	await stripe.setSwitches(order, {
		webhooks: "drop",
		faults: [{ operation, kind: "fail", times: 2 }],
	});
	await runSweep();
	const admin = await createAdmin(checkout.shop);
	const shows = async () => {
		const page = await (await admin.fetch("/dashbord/manageAllorders")).text();
		return page.includes("Stripe did not answer");
	};
	expect(await shows()).toBe(true);
	await runSweep();
	expect(await readTransactionId(order)).toBe(intent);
	expect(await shows()).toBe(false);
});

test("while Stripe is down the rest of the shop works, orders too", async () => {
	const shopper = await createAccount(checkout.shop);
	const order = await checkout.placeOrder(shopper);
	const faults = ["create", "retrieve", "cancel"].map((name) => ({
		operation: `payment_intents.${name}`,
		kind: "fail" as const,
		times: 1000,
	}));
	await stripe.setSwitches(order, { faults });
	expect((await checkout.requestIntent(shopper, order)).status).toBe(503);
	const paths = ["/", "/products", `/orders/${shopper.email}`, `/dashbord/payment/${order}`];
	for (const path of paths) expect((await shopper.fetch(path)).status, path).toBe(200);
	expect((await cancelOrder(shopper, order)).status, "no payment was opened: none to cancel").toBe(
		200,
	);
});
