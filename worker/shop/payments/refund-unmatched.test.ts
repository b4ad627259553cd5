import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments, refunds } from "#worker/db/schema.ts";
import { createPaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { getPaymentProblems } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();

/** Creates a payment whose order is missing when it is charged, so the shop refunds it automatically. */
async function createFixture(
	refundBehavior: "normal" | "pending" | "insufficient_funds" | "rejected",
) {
	const fixture = await createPaymentFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: refundBehavior });
	await fixture.db.delete(orders).where(eq(orders.id, fixture.orderId));
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.deliverWebhooks();
	const readProblems = () => getPaymentProblems(fixture.createContext(fixture.admin));
	const readPayment = async () => (await fixture.db.select().from(payments))[0];
	return { ...fixture, readProblems, readPayment };
}

test("marks a payment as refunded when its automatic refund has succeeded", async () => {
	const fixture = await createFixture("normal");
	const { open, refunded } = await fixture.readProblems();
	expect(open).toEqual([]);
	expect(refunded).toMatchObject([{ problem: "the order is missing" }]);
	expect(await fixture.db.select().from(refunds)).toMatchObject([
		{ createdByShop: true, status: "succeeded" },
	]);
});

test.each(["pending", "insufficient_funds"] as const)(
	"shows a pending automatic refund (%s) to the admin, and checks it until it succeeds",
	async (refundBehavior) => {
		const fixture = await createFixture(refundBehavior);
		const { open, refunded } = await fixture.readProblems();
		expect(refunded).toEqual([]);
		expect(open).toMatchObject([{ problem: "the order is missing; the refund is pending" }]);
		const [refund] = await fixture.db.select().from(refunds);
		await fixture.stripe.settleRefund(refund?.id ?? "", "succeeded");
		await fixture.sweep();
		expect(await fixture.readPayment()).toMatchObject({ status: "refunded", refundedCents: 7_996 });
		expect((await fixture.readProblems()).open).toEqual([]);
	},
);

test("shows the admin why an automatic refund failed, and that it must be repeated manually", async () => {
	const fixture = await createFixture("normal");
	const [refund] = await fixture.db.select().from(refunds);
	await fixture.stripe.settleRefund(refund?.id ?? "", "failed", "expired_or_canceled_card");
	await fixture.deliverWebhooks();
	const problemText =
		"the order is missing; the refund failed (expired_or_canceled_card): refund it manually";
	const { open, refunded } = await fixture.readProblems();
	expect([open.map(({ problem }) => problem), refunded]).toEqual([[problemText], []]);
	expect(await fixture.readPayment()).toMatchObject({ status: "open", refundedCents: 0 });
	await fixture.sweep();
	expect((await fixture.stripe.readLedger()).refunds).toHaveLength(1);
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "normal" });
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.sweep();
	expect(await fixture.readPayment()).toMatchObject({ status: "refunded", refundedCents: 7_996 });
});

test("shows why Stripe rejects an automatic refund, and retries it in the sweep", async () => {
	const fixture = await createFixture("rejected");
	const { open } = await fixture.readProblems();
	expect(open).toMatchObject([
		{ problem: "the order is missing; Stripe rejects the refund (balance_insufficient)" },
	]);
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "normal" });
	await fixture.sweep();
	expect(await fixture.readPayment()).toMatchObject({ status: "refunded" });
});

test("does not refund a payment that was disputed before its automatic refund", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.delete(orders).where(eq(orders.id, fixture.orderId));
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.stripe.dispute(fixture.intentId);
	await fixture.deliverWebhooks();
	expect((await fixture.stripe.readLedger()).refunds).toEqual([]);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "open", hold: "disputed" },
	]);
});

test("lets a customer pay again or cancel the order while a refund is pending", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.sdk.paymentIntents.update(fixture.intentId, { amount: 100 });
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.deliverWebhooks();
	expect(await fixture.startPayment()).not.toBe(fixture.secret);
	await cancelOrder(fixture.createContext(fixture.shopper), fixture.orderId);
	expect(await fixture.findOrder()).toMatchObject({ state: "cancelled", paidAt: null });
});

test.each(["recorded in the database", "missing from the database"])(
	"refunds a payment in another currency (%s), and records the currency",
	async (row) => {
		const fixture = await createPaymentFixture();
		await fixture.stripe.sdk.paymentIntents.update(fixture.intentId, { currency: "eur" });
		if (row !== "recorded in the database") await fixture.db.delete(payments);
		await fixture.stripe.chargeCard(fixture.secret);
		await fixture.deliverWebhooks();
		const { refunded } = await getPaymentProblems(fixture.createContext(fixture.admin));
		expect(refunded).toMatchObject([{ currency: "eur", problem: "charged in eur" }]);
		expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	},
);
