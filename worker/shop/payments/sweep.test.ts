import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	later,
	withEnv,
} from "../../../tests/model/payment-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";
import { checksUntilAbandoned } from "./records.ts";
import { sweepPayments } from "./sweep.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>;
const minute = 60_000;

/** Payments that nobody has paid, each known to Stripe as the fixture's own is now. @returns a shop that sees them */
async function addAbandoned(fixture: Fixture, count: number, checks: number) {
	const rows = Array.from({ length: count }, (_, index) => ({
		id: `pi_abandoned${index}`,
		orderId: fixture.order,
		amountCents: 7_996,
		checks,
		nextCheckAt: new Date(index),
		updatedAt: new Date(index),
	}));
	for (let start = 0; start < count; start += 500) {
		await fixture.db.insert(payments).values(rows.slice(start, start + 500));
	}
	const template = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intent);
	const calls: string[] = [];
	let [now, most] = [0, 0];
	const { SANDBOX } = fixture.shopOf(null).env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const watched: Fetcher = {
		connect: SANDBOX.connect,
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			const request = new Request(input, init);
			calls.push(request.url);
			most = Math.max(most, ++now);
			const id = /(pi_abandoned\d+)/.exec(request.url)?.[1];
			await Promise.resolve();
			const response = id ? Response.json({ ...template, id }) : await SANDBOX.fetch(request);
			now -= 1;
			return response;
		},
	};
	return {
		shop: withEnv(fixture.shopOf(null), { SANDBOX: watched }),
		calls,
		most: () => most,
	};
}

test.each([0, 1, 9])(
	"behind 10,000 abandoned checkouts, each looked at %i times, a lost payment is settled by the second run",
	async (checks) => {
		const fixture = await createPaymentFixture();
		const { shop, calls, most } = await addAbandoned(fixture, 10_000, checks);
		await fixture.stripe.chargeCard(fixture.secret);
		await sweepPayments(shop, later());
		await sweepPayments(shop, later());
		expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
		expect(calls.length).toBeLessThanOrEqual(200);
		expect(most()).toBeLessThanOrEqual(5);
	},
	60_000,
);

test("a payment that was checked often is still checked while new ones arrive", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ checks: 9, nextCheckAt: new Date(-1) });
	const { shop } = await addAbandoned(fixture, 100, 0);
	await fixture.stripe.chargeCard(fixture.secret);
	await sweepPayments(shop, later());
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
});

test("each check of an unpaid payment doubles the interval to the next, up to a day", async () => {
	const fixture = await createPaymentFixture();
	const pauses: number[] = [];
	for (let look = 0; look < 10; look += 1) {
		await fixture.sweep();
		const [row] = await fixture.db.select().from(payments);
		pauses.push(Math.round(((row?.nextCheckAt?.getTime() ?? 0) - Date.now()) / minute));
	}
	expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440]);
});

test("the sweep leaves a new payment to the browser and the webhook for two minutes", async () => {
	const fixture = await createPaymentFixture();
	const { shop, calls } = fixture.watchCalls(null);
	await sweepPayments(shop, Date.now() + 2 * minute - 5_000);
	expect(calls).toEqual([]);
	await sweepPayments(shop, Date.now() + 2 * minute + 5_000);
	expect(calls).toHaveLength(1);
});

test("a payment that is unpaid for a week is cancelled, and the shopper can open another", async () => {
	const fixture = await createPaymentFixture();
	for (let look = 0; look <= checksUntilAbandoned; look += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", nextCheckAt: null },
	]);
	const { intents } = await fixture.stripe.readLedger(fixture.order);
	expect(intents).toMatchObject([{ status: "canceled" }]);
	expect(await fixture.start()).not.toBe(fixture.secret);
});

test("a shopper who opens an old payment again keeps it: the sweep counts from there", async () => {
	const fixture = await createPaymentFixture();
	for (let look = 0; look < checksUntilAbandoned; look += 1) await fixture.sweep();
	expect(await fixture.start()).toBe(fixture.secret);
	await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "open", checks: 1 }]);
});

test("a payment that is being processed is never cancelled", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	for (let look = 0; look < checksUntilAbandoned + 3; look += 1) await fixture.sweep();
	await fixture.stripe.settlePayment(fixture.intent, "succeeded");
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
});

test("a payment that Stripe does not know shows to the admin, and is given up after a week", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ id: "pi_of_another_account" });
	await fixture.sweep();
	const { open } = await getPaymentProblems(fixture.shopOf(fixture.admin));
	expect(open).toMatchObject([{ problem: "Stripe does not know this payment" }]);
	for (let look = 0; look < checksUntilAbandoned; look += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "cancelled" }]);
});

test("while Stripe is away one run asks for five payments at most, and their pauses do not grow", async () => {
	const fixture = await createPaymentFixture();
	const { shop } = await addAbandoned(fixture, 100, 4);
	let calls = 0;
	const away: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => {
			calls += 1;
			throw new TypeError("connection refused");
		},
	};
	const { failed } = await sweepPayments(withEnv(shop, { SANDBOX: away }), later());
	expect(failed).toBe(5);
	expect(calls).toBe(10);
	expect(await fixture.db.$count(payments, eq(payments.checks, 5))).toBe(0);
});

test("a payment that is authorized but not captured shows to the admin", async () => {
	const fixture = await createPaymentFixture();
	const intent = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intent);
	const uncaptured: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => Response.json({ ...intent, status: "requires_capture" }),
	};
	await sweepPayments(withEnv(fixture.shopOf(null), { SANDBOX: uncaptured }), later());
	const { open } = await getPaymentProblems(fixture.shopOf(fixture.admin));
	expect(open).toMatchObject([
		{ problem: "authorized, but not captured: capture or cancel it in Stripe" },
	]);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
});

test("a refund whose webhook is lost is found within a day, while the order is not shipped", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intent);
	const dayLater = Date.now() + 24 * 60 * minute + 5_000;
	const { shop, calls } = fixture.watchCalls(null);
	await sweepPayments(shop, dayLater - 60 * minute);
	expect(calls).toEqual([]);
	await sweepPayments(fixture.shopOf(null), dayLater);
	const shipping = shipOrder(fixture.shopOf(fixture.admin), fixture.order);
	await expect(shipping).rejects.toMatchObject({ code: "payment_refunded" });
	const again = await sweepPayments(fixture.shopOf(null), dayLater);
	expect(again).toMatchObject({ found: 0, failed: 0 });
});

test("a payment is not checked any more once its order is shipped", async () => {
	const fixture = await createPaidFixture();
	await shipOrder(fixture.shopOf(fixture.admin), fixture.order);
	await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("the open intent of an order that is gone is cancelled by the sweep", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.delete(orders).where(eq(orders.id, fixture.order));
	await fixture.sweep();
	const { intents } = await fixture.stripe.readLedger();
	expect(intents.map(({ status }) => status)).toEqual(["canceled"]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "cancelled" }]);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status).toBe(400);
	const intent = await fixture.stripe.sdk.paymentIntents.retrieve(fixture.intent);
	expect(intent.amount_received).toBe(0);
});

test("a clock that was set back delays the check of a payment by no more than its interval", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const now = Date.now();
	await sweepPayments(fixture.shopOf(null), now);
	expect(await fixture.findOrder(), "its two minutes are not over").toMatchObject({ paidAt: null });
	await sweepPayments(fixture.shopOf(null), now - 24 * 60 * minute);
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
});
