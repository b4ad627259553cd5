import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments, settings, stripeEvents } from "#worker/db/schema.ts";
import {
	later,
	refusingSome,
	setPaidScene,
	setPaymentScene,
} from "../../../tests/model/payment-scene.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { checksUntilAbandoned, follow, reopen, restartChecks } from "./records.ts";
import { settlePayment } from "./settle.ts";
import { sweepPayments } from "./sweep.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Scene = Awaited<ReturnType<typeof setPaymentScene>>;
const rowOf = (scene: Scene) =>
	scene.db.select().from(payments).where(eq(payments.id, scene.intent)).get();

/** Its money came after the order was gone, and went back by one refund. */
async function setRefundedScene() {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.db.update(payments).set({ orderId: "gone" });
	await scene.sweep();
	expect(await rowOf(scene)).toMatchObject({
		status: "refunded",
		problem: "the order was deleted",
	});
	return scene;
}

test("a refund that failed after its row was closed is checked again at once, as a new payment is", async () => {
	const scene = await setRefundedScene();
	await scene.db.update(payments).set({ checks: 9 });
	await reopen(scene.shopOf(null), scene.intent);
	const row = await rowOf(scene);
	expect(row).toMatchObject({ status: "open", refundId: null, checks: 0 });
	expect(row?.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test("a cancelled row whose money came after all is followed, even where the refund of it fails", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.db.update(payments).set({ status: "cancelled", orderId: "gone", nextCheckAt: null });
	const shop = refusingSome(scene.shopOf(null), (call) => call === "POST /v1/refunds");
	await expect(settlePayment(shop, scene.intent)).rejects.toMatchObject({ status: 503 });
	await scene.sweep();
	expect(await rowOf(scene)).toMatchObject({ status: "refunded", nextCheckAt: null });
});

test("a closed row is not checked any more once its intent is cancelled", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.sdk.paymentIntents.cancel(scene.intent);
	await scene.db
		.update(payments)
		.set({ status: "cancelled", problem: "Stripe did not answer", nextCheckAt: new Date() });
	await scene.sweep();
	expect(await rowOf(scene)).toMatchObject({ problem: null, nextCheckAt: null });
});

test("a dispute of a deleted order's payment is not checked again, however often its events arrive", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const dispute = await scene.stripe.dispute(scene.intent);
	await cancelOrder(scene.shopOf(scene.shopper), scene.order);
	await scene.stripe.stepDispute(dispute, "lost");
	for (let time = 0; time < 2; time += 1) await settlePayment(scene.shopOf(null), scene.intent);
	expect(await rowOf(scene)).toMatchObject({ status: "cancelled", nextCheckAt: null });
});

test("a payment that was closed while Stripe did not answer is not followed again", async () => {
	const scene = await setPaymentScene();
	const shop = refusingSome(scene.shopOf(null), () => true, 500);
	const { SANDBOX } = shop.env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const closing: Fetcher = {
		connect: SANDBOX.connect,
		async fetch(...given: Parameters<Fetcher["fetch"]>) {
			await scene.db.update(payments).set({ status: "cancelled", nextCheckAt: null });
			return SANDBOX.fetch(...given);
		},
	};
	await sweepPayments({ ...shop, env: { ...scene.shopOf(null).env, SANDBOX: closing } }, later());
	expect(await rowOf(scene)).toMatchObject({ nextCheckAt: null });
});

test("the reason of a refund is kept while Stripe does not answer", async () => {
	const scene = await setRefundedScene();
	await scene.db.update(payments).set({ nextCheckAt: new Date() });
	await sweepPayments(
		refusingSome(scene.shopOf(null), () => true, 500),
		later(),
	);
	expect(await rowOf(scene)).toMatchObject({ problem: "the order was deleted", checks: 0 });
});

test("a paid payment that Stripe no longer knows is checked for a week at most", async () => {
	const scene = await setPaidScene();
	await scene.db.update(payments).set({ id: "pi_of_another_account", checks: 0 });
	for (let look = 0; look <= checksUntilAbandoned; look += 1) await scene.sweep();
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "paid", problem: "Stripe does not know this payment", nextCheckAt: null },
	]);
});

test("a payment that Stripe did not know when its order was paid by another is still followed", async () => {
	const scene = await setPaymentScene();
	await scene.db.update(payments).set({ id: "pi_of_another_account" });
	await scene.start();
	const row = await scene.db
		.select()
		.from(payments)
		.where(eq(payments.id, "pi_of_another_account"))
		.get();
	expect(row).toMatchObject({ status: "cancelled", nextCheckAt: expect.any(Date) });
});

test("an event that came while the shop had another id pays the order when it is sent again", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const [own] = await scene.db.select().from(settings).where(eq(settings.name, "shop_id"));
	const setShopId = (value = "") =>
		scene.db.update(settings).set({ value }).where(eq(settings.name, "shop_id"));
	await setShopId("another");
	await scene.deliver();
	expect(await scene.db.select().from(stripeEvents)).toEqual([]);
	await setShopId(own?.value);
	await scene.deliver();
	expect(await scene.findOrder()).toMatchObject({ transactionId: scene.intent });
});

test.each([
	["follow", (scene: Scene) => follow(scene.shopOf(null), scene.intent, "the refund is pending")],
	["restartChecks", (scene: Scene) => restartChecks(scene.shopOf(null), scene.intent)],
])("%s that arrives late does not change a refunded or cancelled payment", async (_, late) => {
	const scene = await setRefundedScene();
	const cancelled = {
		id: "pi_cancelled",
		orderId: scene.order,
		amountCents: 7_996,
		status: "cancelled" as const,
		nextCheckAt: null,
		updatedAt: new Date(1),
	};
	await scene.db.insert(payments).values(cancelled);
	const before = await scene.db.select().from(payments);
	await late(scene);
	await late({ ...scene, intent: cancelled.id });
	expect(await scene.db.select().from(payments)).toEqual(before);
});
