import { expect, test, vi } from "vitest";
import { refundRequests } from "#worker/db/schema.ts";
import {
	getTimeWhenAllAreDue,
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

type Fixture = Awaited<ReturnType<typeof createRefundFixture>>;

const readKey = async ({ readRequests }: Fixture) => (await readRequests())[0]?.stripeKey;

test.each([
	{ kind: "fail", stored: true, executed: true, times: 1 },
	{ kind: "fail", stored: true, executed: false, times: 1 },
	{ kind: "drop", times: 2 },
	{ kind: "reset", times: 2 },
	{ kind: "unavailable", times: 2 },
	{ kind: "rate_limit", times: 2 },
] as const)("creates one refund although Stripe's first response is %o", async (fault) => {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", ...fault } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	const request = await fixture.refund({ pieces: 1, restock: true });
	// The SDK retries after a gateway's 502, and Stripe then responds with the refund.
	expect(request.status).toBe(fault.kind === "drop" ? "sent" : "waiting");
	for (let run = 0; run < 2; run += 1) await fixture.sweepRefunds();
	expect(await fixture.readRequests()).toMatchObject([{ status: "sent", nextTryAt: null }]);
	expect(await fixture.readStripeRefunds()).toMatchObject([
		{ amount: pieceCents, status: "succeeded" },
	]);
	expect(await fixture.readPayment()).toMatchObject({ refundedCents: pieceCents });
});

test("creates one refund although a concurrent attempt replaces the key after a 500", async () => {
	const fixture = await createRefundFixture();
	const values = { pieces: 1, idempotencyKey: "key" };
	const operation = "refunds.create" as const;
	await fixture.stripe.overrideBehavior(fixture.orderId, {
		faults: [{ operation, kind: "unavailable", times: 2 }],
	});
	expect((await fixture.refund(values)).status).toBe("waiting");
	await fixture.stripe.overrideBehavior(fixture.orderId, {
		faults: [{ operation, kind: "fail", executed: true }],
	});
	let hasReadStripe = false;
	let otherAttemptKey: string | undefined;
	const racingContext = fixture.createContext(null, async (requests) => {
		const text = requests.join();
		const isRereading = hasReadStripe && text.startsWith('select "id", "order_id", "payment_id"');
		hasReadStripe ||= text.startsWith("GET ");
		if (!isRereading || otherAttemptKey) return;
		otherAttemptKey = "";
		await fixture.refund(values);
		otherAttemptKey = await readKey(fixture);
	});
	await sweepRefunds(racingContext, new Date(getTimeWhenAllAreDue()));
	expect(otherAttemptKey).toMatch(/./);
	expect(await readKey(fixture)).toBe(otherAttemptKey);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toHaveLength(1);
	expect(await fixture.readRequests()).toMatchObject([{ status: "sent" }]);
});

test("sends a waiting refund only when it is due", async () => {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	expect((await fixture.refund({ pieces: 1 })).status).toBe("waiting");
	const [waiting] = await fixture.readRequests();
	const due = waiting?.nextTryAt?.getTime() ?? 0;
	expect(due).toBeGreaterThan(Date.now());
	await sweepRefunds(fixture.createContext(null), new Date(due - 1));
	expect(await fixture.readRequests()).toEqual([waiting]);
	expect(await fixture.readStripeRefunds()).toEqual([]);
	await sweepRefunds(fixture.createContext(null), new Date(due));
	expect(await fixture.readRequests()).toMatchObject([{ status: "sent" }]);
	expect(await fixture.readStripeRefunds()).toHaveLength(1);
});

test("shows a canceled order's unrefunded amount until a refund succeeds", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "rejected" });
	await expect(fixture.refund({ restock: true })).rejects.toMatchObject({
		code: "refund_rejected",
		message: expect.stringContaining("balance of the Stripe account is too low"),
	});
	expect(await fixture.readRequests()).toMatchObject([{ status: "rejected" }]);
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
	const readProblems = async () =>
		(await getPaymentProblems(fixture.adminContext)).open.map(({ problem }) => problem);
	expect(await readProblems()).toEqual(["the order is canceled, but $79.96 is not refunded"]);
	expect(await fixture.getRefundable()).toMatchObject({
		piecesRestockedByFailedRefunds: 4,
		restockableCount: 0,
	});
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "normal" });
	await fixture.refund({ restock: true });
	expect(await readProblems()).toEqual([]);
	expect(await fixture.readStock()).toBe(20);
	expect(await fixture.readPayment()).toMatchObject({ refundedCents: totalCents });
});

test("shows no problem with a rejected refund after the shop loses a dispute", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "rejected" });
	await expect(fixture.refund()).rejects.toMatchObject({ code: "refund_rejected" });
	await fixture.stripe.advanceDispute(await fixture.stripe.dispute(fixture.intentId), "lost");
	await fixture.deliverWebhooks();
	expect(await fixture.readPayment()).toMatchObject({ hold: "dispute_lost", problem: null });
});

test("lets staff refund an order again after its refund fails", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	const { refundId } = await fixture.refund({ pieces: 4 });
	expect(await fixture.readPayment()).toMatchObject({ hold: "refund_pending", refundedCents: 0 });
	await fixture.stripe.settleRefund(refundId ?? "", "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.readRequests()).toMatchObject([{ status: "failed" }]);
	expect((await fixture.readPayment())?.problem).toBe(
		"a refund failed (expired_or_canceled_card); the order is canceled, but $79.96 is not refunded",
	);
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "normal" });
	await fixture.refund();
	expect(await fixture.readPayment()).toMatchObject({ refundedCents: totalCents, problem: null });
});

/** Creates a refund of one piece and any other refunds while Stripe is unavailable, so that their requests are waiting. */
async function createWaitingRefunds(...others: Parameters<Fixture["refund"]>[0][]) {
	const fixture = await createRefundFixture();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 100 } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	for (const values of [{ pieces: 1, idempotencyKey: "first" }, ...others]) {
		expect((await fixture.refund(values)).status).toBe("waiting");
	}
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults: [] });
	return fixture;
}

test.each([
	["a new key", "a 500 response, which Stripe would repeat for the same key", 500],
	["the same key", "a conflict with an unfinished request that has the same key", 409],
	["the same key", "a lost connection", null],
] as const)("the next attempt uses %s after %s", async (nextKey, _, status) => {
	const fixture = await createWaitingRefunds();
	const key = await readKey(fixture);
	const isRefund = (call: string) => call === "POST /v1/refunds";
	const disconnectedContext = fixture.createContext(null, ([request = ""]) => {
		if (request.endsWith("/v1/refunds")) throw new Error("The connection is lost.");
	});
	const context = status
		? withStripeErrors(fixture.createContext(null), isRefund, status)
		: disconnectedContext;
	await sweepRefunds(context, new Date(getTimeWhenAllAreDue()));
	expect(await fixture.readRequests()).toMatchObject([{ status: "waiting", tries: 1 }]);
	expect((await readKey(fixture)) === key).toBe(nextKey === "the same key");
});

test("rejects the refund of a payment that Stripe does not know", async () => {
	const fixture = await createWaitingRefunds();
	await fixture.db.update(refundRequests).set({ paymentId: "pi_unknown" });
	await fixture.sweepRefunds();
	expect(await fixture.readRequests()).toMatchObject([
		{ status: "rejected", rejection: "resource_missing", nextTryAt: null },
	]);
});

test("retries a refund at least once a day, however often it has failed", async () => {
	const fixture = await createWaitingRefunds();
	await fixture.db.update(refundRequests).set({ tries: 20 });
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	await fixture.sweepRefunds();
	const [request] = await fixture.readRequests();
	const hours = (Number(request?.nextTryAt) - Date.now()) / (60 * 60 * 1000);
	expect(hours).toBeGreaterThan(23.9);
	expect(hours).toBeLessThanOrEqual(24);
});

const readStripeAmounts = async ({ readStripeRefunds }: Fixture) =>
	(await readStripeRefunds()).map(({ amount }) => amount).sort((a, b) => a - b);

test("sends and shows only the amount that has not been refunded in Stripe's Dashboard", async () => {
	const fixture = await createWaitingRefunds();
	await fixture.stripe.refundInDashboard(fixture.intentId, 500);
	await fixture.sweepRefunds();
	expect(await readStripeAmounts(fixture)).toEqual([500, pieceCents - 500]);
	expect(await fixture.readRequests()).toMatchObject([{ status: "sent", amountCents: pieceCents }]);
	const listedRefunds = await listOrderRefunds(fixture.adminContext, fixture.orderId);
	expect(listedRefunds.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([
		500,
		pieceCents - 500,
	]);
});

test("rejects a waiting request whose entire amount was refunded in Stripe's Dashboard", async () => {
	const fixture = await createWaitingRefunds();
	await fixture.stripe.refundInDashboard(fixture.intentId, pieceCents);
	await fixture.sweepRefunds();
	expect(await readStripeAmounts(fixture)).toEqual([pieceCents]);
	expect(await fixture.readRequests()).toMatchObject([
		{ status: "rejected", rejection: "refunded_in_stripe", nextTryAt: null },
	]);
	expect(await fixture.getRefundable()).toMatchObject({ remainingCents: totalCents - pieceCents });
});

test("subtracts a refund in Stripe's Dashboard only once from two waiting requests", async () => {
	const fixture = await createWaitingRefunds({ pieces: 1, idempotencyKey: "second" });
	await fixture.stripe.refundInDashboard(fixture.intentId, pieceCents + 500);
	await fixture.sweepRefunds();
	expect(await readStripeAmounts(fixture)).toEqual([pieceCents - 500, pieceCents + 500]);
	const statuses = (await fixture.readRequests()).map(({ status }) => status);
	expect(statuses.sort()).toEqual(["rejected", "sent"]);
});

test("does not subtract a Dashboard refund that failed or was made before the request", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId, 500);
	await fixture.refund({ pieces: 1, idempotencyKey: "first" });
	expect(await readStripeAmounts(fixture)).toEqual([500, pieceCents]);
	const waitingFixture = await createWaitingRefunds();
	const refundId = await waitingFixture.stripe.refundInDashboard(waitingFixture.intentId, 500);
	await waitingFixture.stripe.settleRefund(refundId, "failed");
	await waitingFixture.sweepRefunds();
	expect(await readStripeAmounts(waitingFixture)).toEqual([500, pieceCents]);
});

/** Runs a sweep, and runs `act` once, just before the sweep's first statement that contains `sql`. */
async function sweepAndInterrupt(fixture: Fixture, sql: string, act: () => Promise<unknown>) {
	let hasRun = false;
	const context = fixture.createContext(null, async (requests) => {
		if (hasRun || !requests.some((request) => request.includes(sql))) return;
		hasRun = true;
		await act();
	});
	await sweepRefunds(context, new Date(getTimeWhenAllAreDue()));
	expect(hasRun).toBe(true);
}

const [claimSql, replaceKeySql] = ['"tries" = ', 'set "stripe_key" = '] as const;

test("does not claim a refund that another sweep has claimed since it was read", async () => {
	const fixture = await createWaitingRefunds();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	await sweepAndInterrupt(fixture, claimSql, fixture.sweepRefunds);
	expect(await fixture.readRequests()).toMatchObject([{ status: "waiting", tries: 1 }]);
	expect(await fixture.readStripeRefunds()).toEqual([]);
});

test("does not claim a refund that was sent since it was read", async () => {
	const fixture = await createWaitingRefunds();
	await sweepAndInterrupt(fixture, claimSql, () =>
		fixture.refund({ pieces: 1, idempotencyKey: "first" }),
	);
	expect(await fixture.readRequests()).toMatchObject([{ status: "sent", nextTryAt: null }]);
	expect(await fixture.readStripeRefunds()).toHaveLength(1);
});

test("does not replace a key that another attempt has replaced", async () => {
	const fixture = await createWaitingRefunds();
	const faults = [
		{ operation: "refunds.create", kind: "fail", executed: false, times: 1 } as const,
	];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	const keys: (string | undefined)[] = [];
	await sweepAndInterrupt(fixture, replaceKeySql, async () => {
		await fixture.sweepRefunds();
		keys.push(await readKey(fixture));
	});
	expect(await readKey(fixture)).toBe(keys[0]);
});
