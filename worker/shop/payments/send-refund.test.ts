import { expect, test, vi } from "vitest";
import { refundRequests } from "#worker/db/schema.ts";
import {
	timeWhenAllAreDue,
	totalCents,
	withStripeErrors,
} from "../../../tests/model/payment-fixture.ts";
import { createRefundFixture, pieceCents } from "../../../tests/model/refund-fixture.ts";
import { skipPauses } from "../../../tests/support/skip-pauses.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { getPaymentProblems } from "./read.ts";
import { sweepRefunds } from "./send-refund.ts";

skipPauses();

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test.each([
	{ kind: "fail", stored: true, executed: true, times: 1 },
	{ kind: "fail", stored: true, executed: false, times: 1 },
	{ kind: "drop", times: 2 },
	{ kind: "reset", times: 2 },
	{ kind: "unavailable", times: 2 },
	{ kind: "rate_limit", times: 2 },
] as const)("makes one refund although Stripe's first response is %o", async (fault) => {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", ...fault } as const];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	const request = await fixture.refund({ pieces: 1, restock: true });
	// The SDK repeats a request that a gateway answered with 502, and Stripe then responds with the refund.
	expect(request.status).toBe(fault.kind === "drop" ? "sent" : "waiting");
	for (let run = 0; run < 2; run += 1) await fixture.sweepRefunds();
	expect(await fixture.requests()).toMatchObject([{ status: "sent", nextTryAt: null }]);
	expect(await fixture.stripeRefunds()).toMatchObject([
		{ amount: pieceCents, status: "succeeded" },
	]);
	expect(await fixture.payment()).toMatchObject({ refundedCents: pieceCents });
});

test("makes one refund although another attempt gets a 500 for it, and replaces the key, between this attempt's reading from Stripe and its request", async () => {
	const fixture = await createRefundFixture();
	const values = { pieces: 1, idempotencyKey: "key" };
	const setFault = (kind: "unavailable" | "fail") =>
		fixture.stripe.setSwitches(fixture.order, {
			faults: [
				{
					...{ operation: "refunds.create", kind, executed: kind === "fail" },
					times: kind === "fail" ? 1 : 2,
				},
			],
		});
	await setFault("unavailable");
	expect((await fixture.refund(values)).status).toBe("waiting");
	await setFault("fail");
	let hasReadStripe = false;
	let keyOfOther: string | undefined;
	const slow = fixture.createContext(null, async (requests) => {
		const text = requests.join();
		const isRereading = hasReadStripe && text.startsWith('select "id", "order_id", "payment_id"');
		hasReadStripe ||= text.startsWith("GET ");
		if (!isRereading || keyOfOther) return;
		keyOfOther = "";
		await fixture.refund(values);
		keyOfOther = await readKey(fixture);
	});
	await sweepRefunds(slow, new Date(timeWhenAllAreDue()));
	expect(keyOfOther).toMatch(/./);
	expect(await readKey(fixture)).toBe(keyOfOther);
	await fixture.sweepRefunds();
	expect(await fixture.stripeRefunds()).toHaveLength(1);
	expect(await fixture.requests()).toMatchObject([{ status: "sent" }]);
});

test("a refund that waits is sent when it is due, not before", async () => {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	expect((await fixture.refund({ pieces: 1 })).status).toBe("waiting");
	const [waiting] = await fixture.requests();
	const due = waiting?.nextTryAt?.getTime() ?? 0;
	expect(due).toBeGreaterThan(Date.now());
	await sweepRefunds(fixture.createContext(null), new Date(due - 1));
	expect(await fixture.requests()).toEqual([waiting]);
	expect(await fixture.stripeRefunds()).toEqual([]);
	await sweepRefunds(fixture.createContext(null), new Date(due));
	expect(await fixture.requests()).toMatchObject([{ status: "sent" }]);
	expect(await fixture.stripeRefunds()).toHaveLength(1);
});

test("shows why Stripe rejected a refund, and what a canceled order still owes, until another refund succeeds", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.setSwitches(fixture.order, { refunds: "rejected" });
	await expect(fixture.refund({ restock: true })).rejects.toMatchObject({
		code: "refund_rejected",
		message: expect.stringContaining("balance of the Stripe account is too low"),
	});
	expect(await fixture.requests()).toMatchObject([{ status: "rejected" }]);
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
	const problems = async () =>
		(await getPaymentProblems(fixture.shop)).open.map(({ problem }) => problem);
	expect(await problems()).toEqual(["the order is canceled, but $79.96 is not refunded"]);
	expect(await fixture.refundable()).toMatchObject({ restockedByFailedRefunds: 4, restockable: 0 });
	await fixture.stripe.setSwitches(fixture.order, { refunds: "normal" });
	await fixture.refund({ restock: true });
	expect(await problems()).toEqual([]);
	expect(await fixture.stock()).toBe(20);
	expect(await fixture.payment()).toMatchObject({ refundedCents: totalCents });
});

test("a canceled order owes nothing more once its customer got the money by a dispute", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.setSwitches(fixture.order, { refunds: "rejected" });
	await expect(fixture.refund()).rejects.toMatchObject({ code: "refund_rejected" });
	await fixture.stripe.advanceDispute(await fixture.stripe.dispute(fixture.intent), "lost");
	await fixture.deliverWebhooks();
	expect(await fixture.payment()).toMatchObject({ hold: "dispute_lost", problem: null });
});

test("a refund that fails later is a problem, and its amount and pieces can be refunded again", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.setSwitches(fixture.order, { refunds: "pending" });
	const { refundId } = await fixture.refund({ pieces: 4 });
	expect(await fixture.payment()).toMatchObject({ hold: "refund_pending", refundedCents: 0 });
	await fixture.stripe.settleRefund(refundId ?? "", "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.requests()).toMatchObject([{ status: "failed" }]);
	expect((await fixture.payment())?.problem).toBe(
		"a refund failed (expired_or_canceled_card); the order is canceled, but $79.96 is not refunded",
	);
	await fixture.stripe.setSwitches(fixture.order, { refunds: "normal" });
	await fixture.refund();
	expect(await fixture.payment()).toMatchObject({ refundedCents: totalCents, problem: null });
});

/** A refund of one piece that waits, because Stripe is not available. */
async function createWaiting(...others: Parameters<Fixture["refund"]>[0][]) {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 100 } as const];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	for (const values of [{ pieces: 1, idempotencyKey: "first" }, ...others]) {
		expect((await fixture.refund(values)).status).toBe("waiting");
	}
	await fixture.stripe.setSwitches(fixture.order, { faults: [] });
	return fixture;
}
type Fixture = Awaited<ReturnType<typeof createRefundFixture>>;

const readKey = async ({ requests }: Fixture) => (await requests())[0]?.stripeKey;

test.each([
	["an error 500, which Stripe would repeat", true, 500],
	["another request with the key that is not finished", false, 409],
	["a lost connection", false, null],
] as const)("after %s, the next attempt has another key: %s", async (_, isReplaced, status) => {
	const fixture = await createWaiting();
	const key = await readKey(fixture);
	const isRefund = (call: string) => call === "POST /v1/refunds";
	const disconnected = fixture.createContext(null, ([request = ""]) => {
		if (request.endsWith("/v1/refunds")) throw new Error("The connection is lost.");
	});
	const shop = status
		? withStripeErrors(fixture.createContext(null), isRefund, status)
		: disconnected;
	await sweepRefunds(shop, new Date(timeWhenAllAreDue()));
	expect(await fixture.requests()).toMatchObject([{ status: "waiting", tries: 1 }]);
	expect((await readKey(fixture)) !== key).toBe(isReplaced);
});

test("a refund of a payment that Stripe does not know is rejected", async () => {
	const fixture = await createWaiting();
	await fixture.db.update(refundRequests).set({ paymentId: "pi_unknown" });
	await fixture.sweepRefunds();
	expect(await fixture.requests()).toMatchObject([
		{ status: "rejected", rejection: "resource_missing", nextTryAt: null },
	]);
});

test("a refund that has failed often is tried again within a day", async () => {
	const fixture = await createWaiting();
	await fixture.db.update(refundRequests).set({ tries: 20 });
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	await fixture.sweepRefunds();
	const [request] = await fixture.requests();
	const hours = (Number(request?.nextTryAt) - Date.now()) / (60 * 60 * 1000);
	expect(hours).toBeGreaterThan(23.9);
	expect(hours).toBeLessThanOrEqual(24);
});

const amountsOf = async ({ stripeRefunds }: Fixture) =>
	(await stripeRefunds()).map(({ amount }) => amount).sort((one, other) => one - other);

test("sends only what was not refunded in Stripe's dashboard since the refund was asked for, and shows that amount", async () => {
	const fixture = await createWaiting();
	await fixture.stripe.refundInDashboard(fixture.intent, 500);
	await fixture.sweepRefunds();
	expect(await amountsOf(fixture)).toEqual([500, pieceCents - 500]);
	expect(await fixture.requests()).toMatchObject([{ status: "sent", amountCents: pieceCents }]);
	const shown = await listOrderRefunds(fixture.shop, fixture.order);
	expect(shown.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([
		500,
		pieceCents - 500,
	]);
});

test("sends nothing if all of it was refunded in Stripe's dashboard, and rejects the request", async () => {
	const fixture = await createWaiting();
	await fixture.stripe.refundInDashboard(fixture.intent, pieceCents);
	await fixture.sweepRefunds();
	expect(await amountsOf(fixture)).toEqual([pieceCents]);
	expect(await fixture.requests()).toMatchObject([
		{ status: "rejected", rejection: "refunded_in_stripe", nextTryAt: null },
	]);
	expect(await fixture.refundable()).toMatchObject({ remainingCents: totalCents - pieceCents });
});

test("subtracts a refund in Stripe's dashboard from one of two waiting refunds only", async () => {
	const fixture = await createWaiting({ pieces: 1, idempotencyKey: "second" });
	await fixture.stripe.refundInDashboard(fixture.intent, pieceCents + 500);
	await fixture.sweepRefunds();
	expect(await amountsOf(fixture)).toEqual([pieceCents - 500, pieceCents + 500]);
	const statuses = (await fixture.requests()).map(({ status }) => status);
	expect(statuses.sort()).toEqual(["rejected", "sent"]);
});

test("subtracts nothing of a refund in Stripe's dashboard that was known when the refund was asked for, or that failed", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.refundInDashboard(fixture.intent, 500);
	await fixture.refund({ pieces: 1, idempotencyKey: "first" });
	expect(await amountsOf(fixture)).toEqual([500, pieceCents]);
	const failing = await createWaiting();
	const refund = await failing.stripe.refundInDashboard(failing.intent, 500);
	await failing.stripe.settleRefund(refund, "failed");
	await failing.sweepRefunds();
	expect(await amountsOf(failing)).toEqual([500, pieceCents]);
});

/** Runs `act` once, just before the first statement of a sweep that contains `sql`. */
async function sweepWith(fixture: Fixture, sql: string, act: () => Promise<unknown>) {
	let hasRun = false;
	const context = fixture.createContext(null, async (requests) => {
		if (hasRun || !requests.some((request) => request.includes(sql))) return;
		hasRun = true;
		await act();
	});
	await sweepRefunds(context, new Date(timeWhenAllAreDue()));
	expect(hasRun).toBe(true);
}

const [reserve, replaceKey] = ['"tries" = ', 'set "stripe_key" = '] as const;

test("does not reserve a refund that another sweep has reserved since it was read", async () => {
	const fixture = await createWaiting();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	await sweepWith(fixture, reserve, fixture.sweepRefunds);
	expect(await fixture.requests()).toMatchObject([{ status: "waiting", tries: 1 }]);
	expect(await fixture.stripeRefunds()).toEqual([]);
});

test("does not reserve a refund that was sent since it was read", async () => {
	const fixture = await createWaiting();
	await sweepWith(fixture, reserve, () => fixture.refund({ pieces: 1, idempotencyKey: "first" }));
	expect(await fixture.requests()).toMatchObject([{ status: "sent", nextTryAt: null }]);
	expect(await fixture.stripeRefunds()).toHaveLength(1);
});

test("does not replace a key that another attempt has replaced", async () => {
	const fixture = await createWaiting();
	const faults = [
		{ operation: "refunds.create", kind: "fail", executed: false, times: 1 } as const,
	];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	const keys: (string | undefined)[] = [];
	await sweepWith(fixture, replaceKey, async () => {
		await fixture.sweepRefunds();
		keys.push(await readKey(fixture));
	});
	expect(await readKey(fixture)).toBe(keys[0]);
});
