import { afterAll, afterEach, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { ledgerDaysMax } from "#contract/limits.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";
import { createJsonInit } from "../support/shop.ts";

/** The shop's timeout for Stripe in this file. It is ten seconds in production. */
const stripeTimeoutMs = 700;
const checkout = await startCheckoutShop({ vars: { STRIPE_TIMEOUT_MS: String(stripeTimeoutMs) } });
const { stripe, beginPayment, confirmPayment, cancelOrder, readTransactionId, runSweep } = checkout;
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.reconcilePayments()).toMatchObject({ lost: [] });
});

/** The delay before Stripe's first retry of a failed webhook, as in sandbox/stripe/webhook-queue.ts. */
const firstRetryMs = 5 * 60_000;

const unavailableMessage = errors.payment_unavailable.message;

/** The SDK retries once, so a call fails after two faults. */
const outages = Object.entries({
	"responds with 500": { kind: "fail", times: 2 },
	"times out": { kind: "hang", times: 2, ms: stripeTimeoutMs * 3 },
} as const);
const lostResponses = Object.entries({
	"sends a response that is lost": { kind: "drop", times: 2 },
} as const);

/** After a timeout, Stripe locks the idempotency key until the first request has finished, so tests retry until then. */
const pollOptions = { timeout: stripeTimeoutMs * 10, interval: 100 };

test.each(outages)(
	"if Stripe %s when a payment is started, the shop responds with 503, and a retry works",
	async (_, fault) => {
		const shopper = await createAccount(checkout.shop);
		const orderId = await checkout.placeOrder(shopper);
		const operation = "payment_intents.create";
		await stripe.overrideBehavior(orderId, { webhooks: "drop", faults: [{ operation, ...fault }] });
		const response = await checkout.requestIntent(shopper, orderId);
		expect(response.status).toBe(503);
		expect(await response.json()).toEqual({
			message: unavailableMessage,
			code: "payment_unavailable",
		});
		const stripeId = fault.kind === "fail" ? " req_\\w+$" : "";
		const line = new RegExp(`^${response.headers.get("X-Request-Id")} stripe Stripe.*${stripeId}`);
		await vi.waitFor(() =>
			expect(checkout.shop.logs()).toContainEqual(expect.stringMatching(line)),
		);
		await expect
			.poll(async () => (await checkout.requestIntent(shopper, orderId)).status, pollOptions)
			.toBe(200);
		expect((await stripe.readLedger(orderId)).intents).toHaveLength(1);
	},
);

test.each([...outages, ...lostResponses])(
	"if Stripe %s when the browser confirms a payment, the shop responds with 503, and a retry works",
	async (_, fault) => {
		const { shopper, orderId, secret, intentId } = await beginPayment();
		await stripe.chargeCard(secret);
		const operation = "payment_intents.retrieve";
		await stripe.overrideBehavior(orderId, { webhooks: "hold", faults: [{ operation, ...fault }] });
		const response = await confirmPayment(shopper, orderId, intentId);
		expect(response.status).toBe(503);
		expect(await readTransactionId(orderId)).toBeNull();
		expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(200);
	},
);

test.each([...outages, ...lostResponses])(
	"if Stripe %s when the shop handles a webhook, the shop responds with 503, and Stripe's retry settles the payment",
	async (_, fault) => {
		const { orderId, secret, intentId } = await beginPayment();
		await stripe.chargeCard(secret);
		const operation = "payment_intents.retrieve";
		await stripe.overrideBehavior(orderId, { webhooks: "hold", faults: [{ operation, ...fault }] });
		expect(await stripe.releaseWebhooks(orderId)).toEqual([503]);
		await stripe.advanceClock(firstRetryMs);
		expect(await readTransactionId(orderId)).toBe(intentId);
	},
);

test.each(outages)(
	"if Stripe %s when an order is canceled, the order stays and can be canceled later",
	async (_, fault) => {
		const { shopper, orderId, secret } = await beginPayment();
		const operation = "payment_intents.cancel";
		await stripe.overrideBehavior(orderId, { webhooks: "hold", faults: [{ operation, ...fault }] });
		expect((await cancelOrder(shopper, orderId)).status).toBe(503);
		expect(await readTransactionId(orderId)).toBeNull();
		await expect
			.poll(async () => (await cancelOrder(shopper, orderId)).status, pollOptions)
			.toBe(200);
		expect((await stripe.chargeCard(secret)).ok).toBe(false);
	},
);

test.each([...outages, ...lostResponses])(
	"if Stripe %s when the shop refunds a payment, the next sweep refunds it once",
	async (_, fault) => {
		const { orderId, secret } = await beginPayment({ webhooks: "drop" });
		await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(orderId).run();
		const operation = "refunds.create";
		await stripe.overrideBehavior(orderId, { webhooks: "drop", faults: [{ operation, ...fault }] });
		await stripe.chargeCard(secret);
		await runSweep();
		await expect
			.poll(async () => {
				await runSweep();
				return (await stripe.readLedger(orderId)).refunds.length;
			}, pollOptions)
			.toBe(1);
		await runSweep();
		expect((await stripe.readLedger(orderId)).refunds).toHaveLength(1);
	},
);

test("if Stripe's response is lost after an intent was created or canceled, the retry succeeds", async () => {
	const shopper = await createAccount(checkout.shop);
	const orderId = await checkout.placeOrder(shopper);
	const operations = ["payment_intents.create", "payment_intents.cancel"] as const;
	const faults = operations.map((operation) => ({ operation, kind: "drop" as const }));
	await stripe.overrideBehavior(orderId, { faults });
	const secret = await checkout.createIntent(shopper, orderId);
	expect((await cancelOrder(shopper, orderId)).status).toBe(200);
	expect((await stripe.readLedger(orderId)).intents).toMatchObject([{ status: "canceled" }]);
	expect((await stripe.chargeCard(secret)).ok).toBe(false);
});

test("a response from Stripe within the timeout is used, even if it is slow", async () => {
	const { shopper, orderId, secret, intentId } = await beginPayment();
	await stripe.chargeCard(secret);
	const operation = "payment_intents.retrieve";
	const slowFault = { operation, kind: "hang", times: 2, ms: stripeTimeoutMs / 4 } as const;
	await stripe.overrideBehavior(orderId, { webhooks: "hold", faults: [slowFault] });
	expect((await confirmPayment(shopper, orderId, intentId)).status).toBe(200);
});

test("a payment that the sweep cannot settle is shown to admins until it is settled", async () => {
	const { orderId, secret, intentId } = await beginPayment({ webhooks: "drop" });
	await stripe.chargeCard(secret);
	const operation = "payment_intents.retrieve";
	await stripe.overrideBehavior(orderId, {
		webhooks: "drop",
		faults: [{ operation, kind: "fail", times: 2 }],
	});
	await runSweep();
	const admin = await createAdmin(checkout.shop);
	const isListed = async () => {
		const page = await (await admin.fetch("/dashbord/manageAllorders")).text();
		return page.includes("Stripe did not respond");
	};
	expect(await isListed()).toBe(true);
	await runSweep();
	expect(await readTransactionId(orderId)).toBe(intentId);
	expect(await isListed()).toBe(false);
});

test("while Stripe is down, the rest of the shop works, including orders", async () => {
	const shopper = await createAccount(checkout.shop);
	const orderId = await checkout.placeOrder(shopper);
	const faults = (["create", "retrieve", "cancel"] as const).map((name) => ({
		operation: `payment_intents.${name}` as const,
		kind: "fail" as const,
		times: 1000,
	}));
	await stripe.overrideBehavior(orderId, { faults });
	expect((await checkout.requestIntent(shopper, orderId)).status).toBe(503);
	const paths = ["/", "/products", `/orders/${shopper.email}`, `/dashbord/payment/${orderId}`];
	for (const path of paths) expect((await shopper.fetch(path)).status, path).toBe(200);
	expect(
		(await cancelOrder(shopper, orderId)).status,
		"an order without a payment intent can be canceled",
	).toBe(200);
});

test("Money offers the CSV only while Stripe responds, because the export would be an error", async () => {
	const admin = await createAdmin(checkout.shop);
	const readMoney = async () => (await admin.fetch("/dashbord/money")).text();
	expect(await readMoney()).toContain("Export as CSV");
	const faults = [{ operation: "balance_transactions.list", kind: "unavailable", times: 4 }];
	await checkout.shop.sandbox("/__sandbox/stripe/switches", createJsonInit({ faults }, "PUT"));
	const csv = await admin.fetch("/dashbord/money.csv");
	expect(csv.status).toBe(503);
	expect(await csv.text()).not.toContain("order");
	const page = await readMoney();
	expect(page).toContain("transactions are not available");
	expect(page).not.toContain("Export as CSV");
});

test("the name of the CSV of Money has its period", async () => {
	const admin = await createAdmin(checkout.shop);
	const path = "/dashbord/money.csv?from=2026-01-01&to=2026-01-31";
	for (const method of ["HEAD", "GET"]) {
		const { headers } = await admin.fetch(path, { method });
		expect(headers.get("Content-Disposition")).toContain('"money-2026-01-01-to-2026-01-31.csv"');
	}
});

test("Money says that it shows only part of a longer period", async () => {
	const admin = await createAdmin(checkout.shop);
	const readMoney = async (to: string) =>
		(await admin.fetch(`/dashbord/money?from=2026-01-01&to=${to}`)).text();
	const text = `At most ${ledgerDaysMax} days are shown at a time.`;
	expect(await readMoney("2026-12-31")).toContain(`${text} These end on Apr 2, 2026.`);
	expect(await readMoney("2026-04-02")).not.toContain(text);
});
