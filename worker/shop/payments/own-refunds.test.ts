import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments, refunds } from "#worker/db/schema.ts";
import { setPaymentScene } from "../../../tests/model/payment-scene.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { getPaymentProblems } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();

/** An order that is gone when its payment comes: the shop refunds by itself. */
async function setLateScene(kind: "normal" | "pending" | "insufficient_funds" | "refused") {
	const scene = await setPaymentScene();
	await scene.stripe.setSwitches(scene.order, { refunds: kind });
	await scene.db.delete(orders).where(eq(orders.id, scene.order));
	await scene.stripe.charge(scene.secret);
	await scene.deliver();
	const problems = () => getPaymentProblems(scene.shopOf(scene.admin));
	const payment = async () => (await scene.db.select().from(payments))[0];
	return { ...scene, problems, payment };
}

test("a refund of the shop's own counts as refunded when Stripe says that it succeeded", async () => {
	const scene = await setLateScene("normal");
	const { open, refunded } = await scene.problems();
	expect(open).toEqual([]);
	expect(refunded).toMatchObject([{ problem: "the order was deleted" }]);
	expect(await scene.db.select().from(refunds)).toMatchObject([
		{ ours: true, status: "succeeded" },
	]);
});

test.each(["pending", "insufficient_funds"] as const)(
	"a refund of the shop's own that is pending (%s) shows as pending, and is followed until it succeeds",
	async (kind) => {
		const scene = await setLateScene(kind);
		const { open, refunded } = await scene.problems();
		expect(refunded).toEqual([]);
		expect(open).toMatchObject([{ problem: "the order was deleted; the refund is pending" }]);
		const [refund] = await scene.db.select().from(refunds);
		await scene.stripe.settleRefund(refund?.id ?? "", "succeeded");
		await scene.sweep();
		expect(await scene.payment()).toMatchObject({ status: "refunded", refundedCents: 7_996 });
		expect((await scene.problems()).open).toEqual([]);
	},
);

test("a refund of the shop's own that fails shows with Stripe's reason, as money to return by hand", async () => {
	const scene = await setLateScene("normal");
	const [refund] = await scene.db.select().from(refunds);
	await scene.stripe.settleRefund(refund?.id ?? "", "failed", "expired_or_canceled_card");
	await scene.deliver();
	const expected =
		"the order was deleted; the refund failed (expired_or_canceled_card): return it by hand";
	const { open, refunded } = await scene.problems();
	expect([open.map(({ problem }) => problem), refunded]).toEqual([[expected], []]);
	expect(await scene.payment()).toMatchObject({ status: "open", refundedCents: 0 });
	await scene.sweep();
	expect((await scene.stripe.readLedger()).refunds).toHaveLength(1);
	await scene.stripe.setSwitches(scene.order, { refunds: "normal" });
	await scene.stripe.refundInDashboard(scene.intent);
	await scene.sweep();
	expect(await scene.payment()).toMatchObject({ status: "refunded", refundedCents: 7_996 });
});

test("a refund that Stripe refuses shows with the reason, its webhook is answered, and the sweep asks again", async () => {
	const scene = await setLateScene("refused");
	const { open } = await scene.problems();
	expect(open).toMatchObject([
		{ problem: "the order was deleted; Stripe refuses the refund (balance_insufficient)" },
	]);
	await scene.stripe.setSwitches(scene.order, { refunds: "normal" });
	await scene.sweep();
	expect(await scene.payment()).toMatchObject({ status: "refunded" });
});

test("a payment that is disputed before the shop can refund it waits for the dispute", async () => {
	const scene = await setPaymentScene();
	await scene.db.delete(orders).where(eq(orders.id, scene.order));
	await scene.stripe.charge(scene.secret);
	await scene.stripe.dispute(scene.intent);
	await scene.deliver();
	expect((await scene.stripe.readLedger()).refunds).toEqual([]);
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "open", hold: "disputed" },
	]);
});

test("an order whose refund is pending can be deleted, and paid by another payment", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.sdk.paymentIntents.update(scene.intent, { amount: 100 });
	await scene.stripe.setSwitches(scene.order, { refunds: "pending" });
	await scene.stripe.charge(scene.secret);
	await scene.deliver();
	expect(await scene.start()).not.toBe(scene.secret);
	await cancelOrder(scene.shopOf(scene.shopper), scene.order);
	expect(await scene.findOrder()).toMatchObject({ state: "cancelled", paidAt: null });
});

test.each(["recorded", "lost with a restored backup"])(
	"an amount in another currency, its payment %s, is never taken for dollars: the row says which",
	async (kept) => {
		const scene = await setPaymentScene();
		await scene.stripe.sdk.paymentIntents.update(scene.intent, { currency: "eur" });
		if (kept !== "recorded") await scene.db.delete(payments);
		await scene.stripe.charge(scene.secret);
		await scene.deliver();
		const { refunded } = await getPaymentProblems(scene.shopOf(scene.admin));
		expect(refunded).toMatchObject([{ currency: "eur", problem: "charged in eur" }]);
		expect(await scene.findOrder()).toMatchObject({ paidAt: null });
	},
);
