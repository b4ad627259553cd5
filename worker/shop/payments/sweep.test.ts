import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	getTimeWhenAllAreDue,
} from "../../../tests/model/payment-fixture.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { skipPauses } from "../../../tests/support/skip-pauses.ts";
import { placeOrder } from "../orders/place.ts";
import { shipOrder } from "../orders/ship.ts";
import { checksUntilAbandoned } from "./payment-rows.ts";
import { getPaymentProblems } from "./read.ts";
import { sweepPayments } from "./sweep.ts";

skipPauses();

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>;
const minuteMs = 60_000;

/**
 * Adds unpaid payments of another order.
 * @returns a context in which Stripe has a copy of the fixture's intent for each of them
 */
async function addAbandonedPayments(fixture: Fixture, count: number, checks: number) {
	const orderId = await placeOrder(fixture.createContext(fixture.shopper), {
		productId: fixture.productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const rows = Array.from({ length: count }, (_, index) => ({
		id: `pi_abandoned${index}`,
		orderId,
		amountCents: 7_996,
		checks,
		nextCheckAt: new Date(index),
		updatedAt: new Date(index),
	}));
	for (let start = 0; start < count; start += 500) {
		await fixture.db.insert(payments).values(rows.slice(start, start + 500));
	}
	const template = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intentId);
	const calls: string[] = [];
	let [inFlight, maxInFlight] = [0, 0];
	const { SANDBOX } = fixture.createContext(null).env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const recordingSandbox: Fetcher = {
		connect: SANDBOX.connect,
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			const request = new Request(input, init);
			calls.push(request.url);
			maxInFlight = Math.max(maxInFlight, ++inFlight);
			const id = /(pi_abandoned\d+)/.exec(request.url)?.[1];
			await Promise.resolve();
			const response = id ? Response.json({ ...template, id }) : await SANDBOX.fetch(request);
			inFlight -= 1;
			return response;
		},
	};
	return {
		context: withEnv(fixture.createContext(null), { SANDBOX: recordingSandbox }),
		calls,
		getMaxInFlight: () => maxInFlight,
	};
}

test.each([0, 1, 9])(
	"within two runs, settles a payment whose webhook was lost, despite 10,000 abandoned payments that were each checked %i times",
	async (checks) => {
		const fixture = await createPaymentFixture();
		const { context, calls, getMaxInFlight } = await addAbandonedPayments(fixture, 10_000, checks);
		await fixture.stripe.chargeCard(fixture.secret);
		await sweepPayments(context, getTimeWhenAllAreDue());
		await sweepPayments(context, getTimeWhenAllAreDue());
		expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
		expect(calls.length).toBeLessThanOrEqual(200);
		expect(getMaxInFlight()).toBeLessThanOrEqual(5);
	},
	60_000,
);

test("still checks an old payment while new ones arrive", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ checks: 9, nextCheckAt: new Date(-1) });
	const { context } = await addAbandonedPayments(fixture, 100, 0);
	await fixture.stripe.chargeCard(fixture.secret);
	await sweepPayments(context, getTimeWhenAllAreDue());
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});

test("doubles the interval after each check of an unpaid payment, up to a day", async () => {
	const fixture = await createPaymentFixture();
	const intervals: number[] = [];
	for (let check = 0; check < 10; check += 1) {
		await fixture.sweep();
		const [row] = await fixture.db.select().from(payments);
		intervals.push(Math.round(((row?.nextCheckAt?.getTime() ?? 0) - Date.now()) / minuteMs));
	}
	expect(intervals).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440]);
});

test("leaves a new payment to the browser and the webhook for two minutes", async () => {
	const fixture = await createPaymentFixture();
	const { context, calls } = fixture.recordStripeCalls(null);
	await sweepPayments(context, Date.now() + 2 * minuteMs - 5_000);
	expect(calls).toEqual([]);
	await sweepPayments(context, Date.now() + 2 * minuteMs + 5_000);
	expect(calls).toHaveLength(1);
});

test("cancels a payment that stays unpaid for a week, after which the shopper can start another", async () => {
	const fixture = await createPaymentFixture();
	for (let check = 0; check <= checksUntilAbandoned; check += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", nextCheckAt: null },
	]);
	const { intents } = await fixture.stripe.readLedger(fixture.orderId);
	expect(intents).toMatchObject([{ status: "canceled" }]);
	expect(await fixture.startPayment()).not.toBe(fixture.secret);
});

test("restarts the count of checks when the shopper opens an old payment again", async () => {
	const fixture = await createPaymentFixture();
	for (let check = 0; check < checksUntilAbandoned; check += 1) await fixture.sweep();
	expect(await fixture.startPayment()).toBe(fixture.secret);
	await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "open", checks: 1 }]);
});

test("never cancels a payment that is being processed", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	for (let check = 0; check < checksUntilAbandoned + 3; check += 1) await fixture.sweep();
	await fixture.stripe.settlePayment(fixture.intentId, "succeeded");
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});

test("a payment that Stripe does not know is shown to the admin, and marked as canceled after a week", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ id: "pi_of_another_account" });
	await fixture.sweep();
	const { open } = await getPaymentProblems(fixture.createContext(fixture.admin));
	expect(open).toMatchObject([{ problem: "Stripe does not know this payment" }]);
	for (let check = 0; check < checksUntilAbandoned; check += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "cancelled" }]);
});

test("while Stripe is unavailable, checks at most five payments a run without lengthening their intervals", async () => {
	const fixture = await createPaymentFixture();
	const { context } = await addAbandonedPayments(fixture, 100, 4);
	let calls = 0;
	const unreachableSandbox: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => {
			calls += 1;
			throw new TypeError("connection refused");
		},
	};
	const { failed } = await sweepPayments(
		withEnv(context, { SANDBOX: unreachableSandbox }),
		getTimeWhenAllAreDue(),
	);
	expect(failed).toBe(5);
	expect(calls).toBe(10);
	expect(await fixture.db.$count(payments, eq(payments.checks, 5))).toBe(0);
});

test("shows the admin a payment that is authorized but not captured", async () => {
	const fixture = await createPaymentFixture();
	const intent = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intentId);
	const sandboxWithUncapturedIntent: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => Response.json({ ...intent, status: "requires_capture" }),
	};
	await sweepPayments(
		withEnv(fixture.createContext(null), { SANDBOX: sandboxWithUncapturedIntent }),
		getTimeWhenAllAreDue(),
	);
	const { open } = await getPaymentProblems(fixture.createContext(fixture.admin));
	expect(open).toMatchObject([
		{ problem: "authorized, but not captured: capture or cancel it in Stripe" },
	]);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
});

test("until an order ships, a refund whose webhook was lost is detected within a day", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	const dayLater = Date.now() + 24 * 60 * minuteMs + 5_000;
	const { context, calls } = fixture.recordStripeCalls(null);
	await sweepPayments(context, dayLater - 60 * minuteMs);
	expect(calls).toEqual([]);
	await sweepPayments(fixture.createContext(null), dayLater);
	const shipping = shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
	await expect(shipping).rejects.toMatchObject({ code: "payment_refunded" });
	const secondRun = await sweepPayments(fixture.createContext(null), dayLater);
	expect(secondRun).toMatchObject({ found: 0, failed: 0 });
});

test("stops checking a payment once its order is shipped", async () => {
	const fixture = await createPaidFixture();
	await shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
	await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test.each([
	["was canceled while the payment was being started", { cancelledAt: new Date() }],
	["was paid by another payment", { paidAt: new Date(), transactionId: "pi_other" }],
])("cancels the open intent of an order that %s", async (_, columns) => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(orders).set(columns).where(eq(orders.id, fixture.orderId));
	await fixture.sweep();
	const { intents } = await fixture.stripe.readLedger();
	expect(intents.map(({ status }) => status)).toEqual(["canceled"]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "cancelled" }]);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status).toBe(400);
	const intent = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intentId);
	expect(intent.amount_received).toBe(0);
});

test("delays a check by no more than its interval after the clock was set back", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const now = Date.now();
	await sweepPayments(fixture.createContext(null), now);
	expect(await fixture.findOrder(), "the sweep waits two minutes").toMatchObject({ paidAt: null });
	await sweepPayments(fixture.createContext(null), now - 24 * 60 * minuteMs);
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});
