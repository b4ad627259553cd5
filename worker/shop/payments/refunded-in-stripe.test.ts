import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { disputes, orderEmails, payments, refundEmails, refunds } from "#worker/db/schema.ts";
import { createPaidFixture, type PaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { createRefundFixture } from "../../../tests/model/refund-fixture.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { runBulkAction } from "../bulk-actions.ts";
import { requireOrder } from "../orders/read.ts";
import { shipOrder } from "../orders/ship.ts";
import { readTimeline } from "../orders/timeline.ts";
import { getPaymentProblems } from "./read.ts";
import { settlePayment } from "./settle.ts";

vi.spyOn(console, "log").mockReturnValue();

const ship = (fixture: PaymentFixture) =>
	shipOrder(fixture.createContext(fixture.admin), fixture.orderId);

async function expectNotShipped(fixture: PaymentFixture, code: ErrorCode) {
	await expect(ship(fixture)).rejects.toMatchObject({ code });
	const bulkOutcome = await runBulkAction(fixture.createContext(fixture.admin), "shipOrder", [
		fixture.orderId,
	]);
	expect(bulkOutcome).toEqual({ doneCount: 0, errorCodes: [code] });
	expect(await fixture.findOrder()).toMatchObject({ shippedAt: null });
	const { held } = await getPaymentProblems(fixture.createContext(fixture.admin));
	expect(held.map(({ id }) => id)).toEqual([fixture.intentId]);
}

test("a full refund in Stripe's Dashboard blocks shipping and lists the payment for admins", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await expectNotShipped(fixture, "payment_refunded");
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "paid", receivedCents: 7_996, refundedCents: 7_996 },
	]);
	expect(await fixture.db.select().from(refunds)).toMatchObject([
		{ amountCents: 7_996, status: "succeeded", createdByShop: false },
	]);
});

test("a partial refund in Stripe's Dashboard blocks shipping and lists the payment for admins", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId, 3_198);
	await fixture.deliverWebhooks();
	await expectNotShipped(fixture, "payment_partly_refunded");
	expect(await fixture.db.select().from(payments)).toMatchObject([{ refundedCents: 3_198 }]);
});

test("counts all refunds of a payment, although Stripe's response includes only the first ten", async () => {
	const fixture = await createPaidFixture();
	for (let refund = 0; refund < 11; refund += 1) {
		await fixture.stripe.refundInDashboard(fixture.intentId, 100);
	}
	await settlePayment(fixture.createContext(null), fixture.intentId);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ refundedCents: 1_100 }]);
});

/**
 * Settles the payment with an outdated response. Stripe's response to the first request for `path` arrives only after `change` has happened
 * and its webhooks were handled.
 */
async function settleWithOutdatedResponse(
	fixture: PaymentFixture,
	path: string,
	change: () => Promise<unknown>,
) {
	const context = fixture.createContext(null);
	const { SANDBOX } = context.env;
	const steps: string[] = [];
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const response = await SANDBOX?.fetch(input, init);
		if (steps.length > 0 || !new Request(input, init).url.includes(path)) return response;
		steps.push(path);
		vi.advanceTimersByTime(1);
		await change();
		await fixture.deliverWebhooks();
		steps.push("changed");
		return response;
	};
	await settlePayment(withEnv(context, { SANDBOX: { fetch } }), fixture.intentId);
	expect(steps).toEqual([path, "changed"]);
}

test("an outdated response from Stripe does not overwrite a newer refund or dispute", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createPaidFixture();
	const { stripe, intentId, db } = fixture;
	await stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	const refundId = await stripe.refundInDashboard(intentId, 100);
	await settleWithOutdatedResponse(fixture, "/payment_intents/", () =>
		stripe.settleRefund(refundId, "failed"),
	);
	expect(await db.select().from(refunds)).toMatchObject([{ status: "failed" }]);
	const disputeId = await stripe.dispute(intentId);
	await settleWithOutdatedResponse(fixture, "/disputes", () =>
		stripe.advanceDispute(disputeId, "won"),
	);
	expect(await db.select().from(disputes)).toMatchObject([{ status: "won" }]);
});

test("the sweep checks a pending refund until it succeeds", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await expectNotShipped(fixture, "refund_pending");
	await fixture.stripe.settleRefund(refundId, "succeeded");
	await fixture.sweep();
	await expectNotShipped(fixture, "payment_refunded");
	expect(await fixture.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("lets the order ship after a partial refund in Stripe's Dashboard fails, and shows admins why it failed", async () => {
	const fixture = await createPaidFixture();
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId, 3_198);
	await fixture.deliverWebhooks();
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	const { open } = await getPaymentProblems(fixture.createContext(fixture.admin));
	expect(open).toMatchObject([{ problem: "a refund failed (lost_or_stolen_card)" }]);
	expect(await ship(fixture)).toBe(1);
});

test("a full refund in Stripe's Dashboard cancels an unshipped order and emails the customer once", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId, 3_198);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	const canceledOrder = await fixture.findOrder();
	expect(canceledOrder).toMatchObject({ state: "refunded", shippedAt: null });
	await fixture.sweep();
	expect(await fixture.findOrder()).toEqual(canceledOrder);
	const isRefunded = eq(orderEmails.kind, "refunded");
	expect(await fixture.db.select().from(orderEmails).where(isRefunded)).toMatchObject([
		{ orderId: fixture.orderId, nextTryAt: expect.any(Date) },
	]);
	const admin = fixture.createContext(fixture.admin);
	expect(await readTimeline(admin, await requireOrder(admin, fixture.orderId))).toContainEqual({
		at: canceledOrder?.refundedAt,
		text: "Canceled",
		detail: "in Stripe",
		by: "",
	});
	expect((await getPaymentProblems(admin)).open).toEqual([]);
});

test("a full refund in Stripe's Dashboard does not cancel a shipped order", async () => {
	const fixture = await createPaidFixture();
	await ship(fixture);
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ state: "shipped", refundedAt: null });
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(0);
});

test("cancels the order once a pending Dashboard refund succeeds, but sends no email if the refund is old", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	await fixture.stripe.settleRefund(refundId, "succeeded");
	vi.useFakeTimers({ now: Date.now() + 8 * 24 * 60 * 60 * 1000, toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(0);
});

test("shows admins the unrefunded amount if a canceled order's Dashboard refund fails later", async () => {
	const fixture = await createPaidFixture();
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	const { open } = await getPaymentProblems(fixture.createContext(fixture.admin));
	expect(open).toMatchObject([
		{
			problem:
				"a refund failed (lost_or_stolen_card); the order is canceled, but $79.96 is not refunded",
		},
	]);
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_refunded" });
});

test.each([
	{ refund: "a refund that cancels the order", values: {}, emailCount: 1 },
	{ refund: "a partial refund", values: { pieces: 1 }, emailCount: 0 },
])(
	"emails the customer once about the cancellation if $refund waited until it was made in Stripe's Dashboard",
	async ({ values, emailCount }) => {
		const fixture = await createRefundFixture();
		const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
		await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
		const { amountCents } = await fixture.refund({ restock: true, ...values });
		await fixture.stripe.refundInDashboard(fixture.intentId, amountCents);
		await fixture.deliverWebhooks();
		const countEmails = () => fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"));
		expect(await countEmails(), "before the request is rejected").toBe(0);
		for (let run = 0; run < 2; run += 1) await fixture.sweepRefunds();
		expect(await fixture.readRequests()).toMatchObject([{ rejection: "refunded_in_stripe" }]);
		expect(await countEmails()).toBe(emailCount);
		expect(await fixture.db.$count(refundEmails)).toBe(0);
	},
);

test.each([
	{ place: "Stripe's Dashboard", orderEmailCount: 1, refundEmailCount: 0 },
	{ place: "the shop", orderEmailCount: 0, refundEmailCount: 1 },
])(
	"emails the customer once if Stripe rejected the refund of a canceled order, and staff refunded it later in $place",
	async ({ place, orderEmailCount, refundEmailCount }) => {
		const fixture = await createRefundFixture();
		await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "rejected" });
		await expect(fixture.refund()).rejects.toMatchObject({ code: "refund_rejected" });
		await fixture.stripe.overrideBehavior(fixture.orderId, {});
		expect(await fixture.readRequests()).toMatchObject([{ status: "rejected" }]);
		if (place === "the shop") await fixture.refund();
		else await fixture.stripe.refundInDashboard(fixture.intentId);
		for (let run = 0; run < 2; run += 1) await fixture.deliverWebhooks();
		await fixture.sweepRefunds();
		expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
		const { db } = fixture;
		expect(await db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(orderEmailCount);
		expect(await db.$count(refundEmails)).toBe(refundEmailCount);
	},
);
