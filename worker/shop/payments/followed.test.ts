import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments, settings, stripeEvents } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	later,
	refusingSome,
} from "../../../tests/model/payment-fixture.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { checksUntilAbandoned, follow, reopen, restartChecks } from "./records.ts";
import { settlePayment } from "./settle.ts";
import { sweepPayments } from "./sweep.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>;
const rowOf = (fixture: Fixture) =>
	fixture.db.select().from(payments).where(eq(payments.id, fixture.intent)).get();

/** Its money came after the order was gone, and went back by one refund. */
async function createRefundedFixture() {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(payments).set({ orderId: "gone" });
	await fixture.sweep();
	expect(await rowOf(fixture)).toMatchObject({
		status: "refunded",
		problem: "the order was deleted",
	});
	return fixture;
}

test("a refund that failed after its row was closed is checked again at once, as a new payment is", async () => {
	const fixture = await createRefundedFixture();
	await fixture.db.update(payments).set({ checks: 9 });
	await reopen(fixture.shopOf(null), fixture.intent);
	const row = await rowOf(fixture);
	expect(row).toMatchObject({ status: "open", refundId: null, checks: 0 });
	expect(row?.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test("a cancelled row whose money came after all is followed, even where the refund of it fails", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db
		.update(payments)
		.set({ status: "cancelled", orderId: "gone", nextCheckAt: null });
	const shop = refusingSome(fixture.shopOf(null), (call) => call === "POST /v1/refunds");
	await expect(settlePayment(shop, fixture.intent)).rejects.toMatchObject({ status: 503 });
	await fixture.sweep();
	expect(await rowOf(fixture)).toMatchObject({ status: "refunded", nextCheckAt: null });
});

test("a closed row is not checked any more once its intent is cancelled", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.sdk.paymentIntents.cancel(fixture.intent);
	await fixture.db
		.update(payments)
		.set({ status: "cancelled", problem: "Stripe did not answer", nextCheckAt: new Date() });
	await fixture.sweep();
	expect(await rowOf(fixture)).toMatchObject({ problem: null, nextCheckAt: null });
});

test("a dispute of a deleted order's payment is not checked again, however often its events arrive", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const dispute = await fixture.stripe.dispute(fixture.intent);
	await cancelOrder(fixture.shopOf(fixture.shopper), fixture.order);
	await fixture.stripe.stepDispute(dispute, "lost");
	for (let time = 0; time < 2; time += 1) await settlePayment(fixture.shopOf(null), fixture.intent);
	expect(await rowOf(fixture)).toMatchObject({ status: "cancelled", nextCheckAt: null });
});

test("a payment that was closed while Stripe did not answer is not followed again", async () => {
	const fixture = await createPaymentFixture();
	const shop = refusingSome(fixture.shopOf(null), () => true, 500);
	const { SANDBOX } = shop.env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const closing: Fetcher = {
		connect: SANDBOX.connect,
		async fetch(...given: Parameters<Fetcher["fetch"]>) {
			await fixture.db.update(payments).set({ status: "cancelled", nextCheckAt: null });
			return SANDBOX.fetch(...given);
		},
	};
	await sweepPayments({ ...shop, env: { ...fixture.shopOf(null).env, SANDBOX: closing } }, later());
	expect(await rowOf(fixture)).toMatchObject({ nextCheckAt: null });
});

test("the reason of a refund is kept while Stripe does not answer", async () => {
	const fixture = await createRefundedFixture();
	await fixture.db.update(payments).set({ nextCheckAt: new Date() });
	await sweepPayments(
		refusingSome(fixture.shopOf(null), () => true, 500),
		later(),
	);
	expect(await rowOf(fixture)).toMatchObject({ problem: "the order was deleted", checks: 0 });
});

test("a paid payment that Stripe no longer knows is checked for a week at most", async () => {
	const fixture = await createPaidFixture();
	await fixture.db.update(payments).set({ id: "pi_of_another_account", checks: 0 });
	for (let look = 0; look <= checksUntilAbandoned; look += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "paid", problem: "Stripe does not know this payment", nextCheckAt: null },
	]);
});

test("a payment that Stripe did not know when its order was paid by another is still followed", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ id: "pi_of_another_account" });
	await fixture.start();
	const row = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, "pi_of_another_account"))
		.get();
	expect(row).toMatchObject({ status: "cancelled", nextCheckAt: expect.any(Date) });
});

test("an event that came while the shop had another id pays the order when it is sent again", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const [own] = await fixture.db.select().from(settings).where(eq(settings.name, "shop_id"));
	const setShopId = (value = "") =>
		fixture.db.update(settings).set({ value }).where(eq(settings.name, "shop_id"));
	await setShopId("another");
	await fixture.deliver();
	expect(await fixture.db.select().from(stripeEvents)).toEqual([]);
	await setShopId(own?.value);
	await fixture.deliver();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
});

test.each([
	[
		"follow",
		(fixture: Fixture) => follow(fixture.shopOf(null), fixture.intent, "the refund is pending"),
	],
	["restartChecks", (fixture: Fixture) => restartChecks(fixture.shopOf(null), fixture.intent)],
])("%s that arrives late does not change a refunded or cancelled payment", async (_, late) => {
	const fixture = await createRefundedFixture();
	const cancelled = {
		id: "pi_cancelled",
		orderId: fixture.order,
		amountCents: 7_996,
		status: "cancelled" as const,
		nextCheckAt: null,
		updatedAt: new Date(1),
	};
	await fixture.db.insert(payments).values(cancelled);
	const before = await fixture.db.select().from(payments);
	await late(fixture);
	await late({ ...fixture, intent: cancelled.id });
	expect(await fixture.db.select().from(payments)).toEqual(before);
});
