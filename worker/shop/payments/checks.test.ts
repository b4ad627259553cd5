import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, paymentOrders, payments, settings, stripeEvents } from "#worker/db/schema.ts";
import {
	createPaymentFixture,
	getTimeWhenAllAreDue,
	withStripeErrors,
} from "../../../tests/model/payment-fixture.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { createLocalStripe } from "../../../tests/support/local-stripe.ts";
import { continueChecks, reopenPayment, restartChecks } from "./payment-rows.ts";
import { settlePayment } from "./settle.ts";
import { sweepPayments } from "./sweep.ts";
import { receiveEvent } from "./webhook.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>;
const readPayment = (fixture: Fixture) =>
	fixture.db.select().from(payments).where(eq(payments.id, fixture.intentId)).get();

/** Creates a payment that was refunded automatically because its order no longer exists. */
async function createRefundedFixture() {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(paymentOrders).set({ orderId: "gone" });
	await fixture.sweep();
	expect(await readPayment(fixture)).toMatchObject({
		status: "refunded",
		problem: "the order is missing",
	});
	return fixture;
}

test("schedules an immediate check of a reopened payment", async () => {
	const fixture = await createRefundedFixture();
	await fixture.db.update(payments).set({ checks: 9 });
	await reopenPayment(fixture.createContext(null), fixture.intentId);
	const row = await readPayment(fixture);
	expect(row).toMatchObject({ status: "open", refundId: null, checks: 0 });
	expect(row?.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test("keeps checking a canceled payment that was charged anyway, until its refund succeeds", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(payments).set({ status: "cancelled", nextCheckAt: null });
	await fixture.db.update(paymentOrders).set({ orderId: "gone" });
	const context = withStripeErrors(
		fixture.createContext(null),
		(call) => call === "POST /v1/refunds",
	);
	await expect(settlePayment(context, fixture.intentId)).rejects.toMatchObject({ status: 503 });
	await fixture.sweep();
	expect(await readPayment(fixture)).toMatchObject({ status: "refunded", nextCheckAt: null });
});

test("stops checking a canceled payment once its payment intent is canceled at Stripe", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.sdk.paymentIntents.cancel(fixture.intentId);
	await fixture.db
		.update(payments)
		.set({ status: "cancelled", problem: "Stripe did not respond", nextCheckAt: new Date() });
	await fixture.sweep();
	expect(await readPayment(fixture)).toMatchObject({ problem: null, nextCheckAt: null });
});

test("stops checking a canceled order's payment after a lost dispute, even if it is settled twice", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.stripe.advanceDispute(disputeId, "lost");
	for (let event = 0; event < 2; event += 1)
		await settlePayment(fixture.createContext(null), fixture.intentId);
	expect(await readPayment(fixture)).toMatchObject({ status: "cancelled", nextCheckAt: null });
});

test("does not schedule another check of a payment that was canceled while Stripe was unavailable", async () => {
	const fixture = await createPaymentFixture();
	const context = withStripeErrors(fixture.createContext(null), () => true, 500);
	const { SANDBOX } = context.env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const sandboxThatCancelsPayments: Fetcher = {
		connect: SANDBOX.connect,
		async fetch(...args: Parameters<Fetcher["fetch"]>) {
			await fixture.db.update(payments).set({ status: "cancelled", nextCheckAt: null });
			return SANDBOX.fetch(...args);
		},
	};
	await sweepPayments(
		withEnv(context, { SANDBOX: sandboxThatCancelsPayments }),
		getTimeWhenAllAreDue(),
	);
	expect(await readPayment(fixture)).toMatchObject({ nextCheckAt: null });
});

test("keeps the reason for a refund while Stripe is unavailable", async () => {
	const fixture = await createRefundedFixture();
	await fixture.db.update(payments).set({ nextCheckAt: new Date() });
	await sweepPayments(
		withStripeErrors(fixture.createContext(null), () => true, 500),
		getTimeWhenAllAreDue(),
	);
	expect(await readPayment(fixture)).toMatchObject({ problem: "the order is missing", checks: 0 });
});

test("keeps checking a payment that Stripe does not know, even after another payment is started", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ id: "pi_of_another_account" });
	await fixture.db.update(paymentOrders).set({ paymentId: "pi_of_another_account" });
	await fixture.startPayment();
	const row = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, "pi_of_another_account"))
		.get();
	expect(row).toMatchObject({ status: "cancelled", nextCheckAt: expect.any(Date) });
});

test("marks an order as paid when Stripe's event is sent again after the shop's id was corrected", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const [setting] = await fixture.db.select().from(settings).where(eq(settings.name, "shop_id"));
	const setShopId = (value = "") =>
		fixture.db.update(settings).set({ value }).where(eq(settings.name, "shop_id"));
	await setShopId("another");
	await fixture.deliverWebhooks();
	expect(await fixture.db.select().from(stripeEvents)).toEqual([]);
	await setShopId(setting?.value);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});

test("marks an order as paid when Stripe's event is sent again after the API key of a wrong Stripe account was replaced", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const SANDBOX = createLocalStripe().createBinding(() => undefined);
	const context = withEnv(fixture.createContext(null), { SANDBOX });
	for (const { body, signature } of await fixture.stripe.readWebhooks(fixture.orderId)) {
		await receiveEvent(context, body, signature);
	}
	expect(await fixture.db.select().from(stripeEvents)).toEqual([]);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});

test.each([
	[
		"continueChecks",
		(fixture: Fixture) =>
			continueChecks(fixture.createContext(null), fixture.intentId, "the refund is pending"),
	],
	[
		"restartChecks",
		(fixture: Fixture) => restartChecks(fixture.createContext(null), fixture.intentId),
	],
])("%s does not change a payment that is already refunded or canceled", async (_, update) => {
	const fixture = await createRefundedFixture();
	const canceledPayment = {
		id: "pi_canceled",
		orderId: fixture.orderId,
		amountCents: 7_996,
		status: "cancelled" as const,
		nextCheckAt: null,
		updatedAt: new Date(1),
	};
	await fixture.db.insert(payments).values(canceledPayment);
	const before = await fixture.db.select().from(payments);
	await update(fixture);
	await update({ ...fixture, intentId: canceledPayment.id });
	expect(await fixture.db.select().from(payments)).toEqual(before);
});
