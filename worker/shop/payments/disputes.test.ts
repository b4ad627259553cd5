import { expect, test, vi } from "vitest";
import { disputes, payments } from "#worker/db/schema.ts";
import {
	type PaymentScene,
	setPaidScene,
	setPaymentScene,
} from "../../../tests/model/payment-scene.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();

const ship = (scene: PaymentScene) => shipOrder(scene.shopOf(scene.admin), scene.order);
const problemsOf = (scene: PaymentScene) => getPaymentProblems(scene.shopOf(scene.admin));

test("a disputed payment is stored, asks the admin for an answer, and keeps its order from being shipped", async () => {
	const scene = await setPaidScene();
	await scene.stripe.dispute(scene.intent, { reason: "fraudulent" });
	await scene.deliver();
	await expect(ship(scene)).rejects.toMatchObject({ code: "payment_disputed" });
	const { open, held } = await problemsOf(scene);
	expect(open[0]?.problem).toMatch(/^disputed \(fraudulent\): answer it in Stripe by /);
	expect(held).toMatchObject([{ id: scene.intent, hold: "disputed" }]);
	expect(await scene.db.select().from(disputes)).toMatchObject([
		{ amountCents: 7_996, reason: "fraudulent", status: "needs_response" },
	]);
});

test("after a lost dispute the order cannot be shipped, and no answer is needed", async () => {
	const scene = await setPaidScene();
	await scene.stripe.stepDispute(await scene.stripe.dispute(scene.intent), "lost");
	await scene.deliver();
	await expect(ship(scene)).rejects.toMatchObject({ code: "dispute_lost" });
	expect((await problemsOf(scene)).open).toEqual([]);
	expect(await scene.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("when the webhook of a won dispute is lost, the sweep finds out, and the order can be shipped", async () => {
	const scene = await setPaidScene();
	const dispute = await scene.stripe.dispute(scene.intent);
	await scene.deliver();
	await scene.stripe.stepDispute(dispute, "won");
	await scene.sweep();
	expect(await ship(scene)).toBe(1);
	expect((await problemsOf(scene)).open).toEqual([]);
});

test("an inquiry keeps the order from being shipped until it is closed", async () => {
	const scene = await setPaidScene();
	const dispute = await scene.stripe.dispute(scene.intent, { inquiry: true });
	await scene.deliver();
	await expect(ship(scene)).rejects.toMatchObject({ code: "payment_disputed" });
	await scene.sweep();
	await expect(ship(scene)).rejects.toMatchObject({ code: "payment_disputed" });
	await scene.stripe.stepDispute(dispute, "closed");
	await scene.deliver();
	expect(await ship(scene)).toBe(1);
});

test("when a payment is disputed before the shop records it, the order is paid only once the dispute is won", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const dispute = await scene.stripe.dispute(scene.intent);
	await scene.deliver();
	expect(await scene.findOrder()).toMatchObject({ paidAt: null });
	expect((await problemsOf(scene)).open[0]?.problem).toContain("disputed (fraudulent)");
	await scene.stripe.stepDispute(dispute, "won");
	await scene.sweep();
	expect(await scene.findOrder()).toMatchObject({ transactionId: scene.intent });
});

test("an unpaid order whose payment is disputed can be deleted; money that comes back then is refunded", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const dispute = await scene.stripe.dispute(scene.intent);
	await cancelOrder(scene.shopOf(scene.shopper), scene.order);
	await scene.stripe.stepDispute(dispute, "won");
	await scene.sweep();
	const { refunds } = await scene.stripe.readLedger();
	expect(refunds).toMatchObject([{ amount: 7_996, status: "succeeded" }]);
	expect(await scene.db.select().from(payments)).toMatchObject([{ status: "refunded" }]);
});

test("a lost dispute of a deleted order's payment closes it: nothing can be refunded", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const dispute = await scene.stripe.dispute(scene.intent);
	await cancelOrder(scene.shopOf(scene.shopper), scene.order);
	await scene.stripe.stepDispute(dispute, "lost");
	await scene.sweep();
	expect((await scene.stripe.readLedger()).refunds).toEqual([]);
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", problem: null, nextCheckAt: null },
	]);
});
