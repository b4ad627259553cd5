import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import { isKeySpent } from "#worker/services/stripe.ts";
import { refusingSome, setPaidScene, setPaymentScene } from "../../../tests/model/payment-scene.ts";
import { placeOrder } from "../orders/place.ts";
import { requireOrder } from "../orders/read.ts";
import { getPaymentOf, getPaymentProblems } from "./read.ts";
import { checksUntilAbandoned, nextCheckAt } from "./records.ts";
import { confirmPayment, settlePayment } from "./settle.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("refunds of an order are shown to admins, their sum to its owner too", async () => {
	const scene = await setPaidScene();
	await scene.stripe.refundInDashboard(scene.intent);
	await scene.deliver();
	const shown = async (shop: ReturnType<typeof scene.shopOf>) =>
		getPaymentOf(shop, await requireOrder(shop, scene.order));
	const sums = { hold: "refunded", refundedCents: 7_996 };
	const refund = { amountCents: 7_996, status: "succeeded" };
	expect(await scene.db.select().from(payments), "it has not failed").toMatchObject([
		{ problem: null },
	]);
	expect(await shown(scene.shopOf(scene.admin))).toMatchObject({ ...sums, refunds: [refund] });
	expect(await shown(scene.shopOf(scene.shopper))).toEqual({ ...sums, refunds: [], disputes: [] });
	const order = await requireOrder(scene.shopOf(scene.admin), scene.order);
	const withoutAccount = await getPaymentOf(scene.shopOf(null), order);
	expect(withoutAccount).toEqual({ ...sums, refunds: [], disputes: [] });
});

test("only a payment that paid an order and was returned is held", async () => {
	const scene = await setPaidScene();
	const held = async () => (await getPaymentProblems(scene.shopOf(scene.admin))).held;
	expect(await held()).toEqual([]);
	await scene.db.update(payments).set({ hold: "disputed", status: "open" });
	expect(await held()).toEqual([]);
	await scene.db.update(payments).set({ status: "paid" });
	expect(await held()).toMatchObject([{ id: scene.intent }]);
});

test("the payment of one order confirms no other", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const other = await placeOrder(scene.shopOf(scene.shopper), {
		...{ productId: scene.productId, quantity: 4, location: "Here", phone: "1" },
		idempotencyKey: null,
	});
	const shop = scene.shopOf(scene.shopper);
	const unpaid = { code: "payment_required" };
	await expect(confirmPayment(shop, other, scene.intent)).rejects.toMatchObject(unpaid);
	expect(await scene.findOrder()).toMatchObject({ paidAt: null });
	expect(await confirmPayment(shop, scene.order, scene.intent)).toBe(1);
});

test("a payment for a deleted order does not count as paid while Stripe refuses the refund", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.db.delete(payments);
	const { productId } = scene;
	const asked = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const kept = await placeOrder(scene.shopOf(scene.shopper), asked);
	await scene.db.run(`delete from orders where id = '${scene.order}'`);
	expect(await requireOrder(scene.shopOf(scene.shopper), kept)).toMatchObject({ id: kept });
	const refusing = refusingSome(scene.shopOf(null), (call) => call === "POST /v1/refunds", 500);
	await expect(settlePayment(refusing, scene.intent)).rejects.toThrow();
	const row = await scene.db.select().from(payments).where(eq(payments.id, scene.intent)).get();
	expect(row).toMatchObject({ status: "open", receivedCents: 7_996 });
});

test("the intervals until a payment is given up add up to a week", () => {
	const days = (looks: number) =>
		Array.from({ length: looks }, (_, checks) => nextCheckAt(checks, 0).getTime()).reduce(
			(sum, pause) => sum + pause,
			0,
		) / 86_400_000;
	expect(days(checksUntilAbandoned)).toBeGreaterThanOrEqual(7);
	expect(days(checksUntilAbandoned)).toBeLessThan(8);
});

test("a response that is not Stripe's leaves the idempotency key unchanged", () => {
	expect(isKeySpent(new Error("broken"))).toBe(false);
});

test.each<[string, Partial<typeof payments.$inferInsert>, object]>([
	["paid", {}, { status: "paid", problem: "Stripe does not know this payment" }],
	[
		"refunded",
		{ status: "refunded", refundId: "re_1", problem: "the order was deleted" },
		{ status: "refunded", problem: "the order was deleted" },
	],
	["cancelled", { status: "cancelled", problem: "old" }, { status: "cancelled", problem: null }],
])(
	"a %s payment that Stripe has not known for a week is given up, and says why",
	async (_, wish, given) => {
		const scene = await setPaidScene();
		await scene.db.update(orders).set({ paidAt: null, transactionId: null });
		const unknown = { id: "pi_of_another_account", checks: checksUntilAbandoned };
		await scene.db.update(payments).set({ ...unknown, nextCheckAt: new Date(0), ...wish });
		await scene.sweep();
		const [row] = await scene.db.select().from(payments);
		expect(row).toMatchObject({ ...given, nextCheckAt: null });
	},
);

test("a payment that is disputed before its order was paid is late, and nothing of it is refunded", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.stripe.dispute(scene.intent, { reason: "fraudulent" });
	await scene.deliver();
	const [row] = await scene.db.select().from(payments);
	expect(row?.problem).toMatch(/^not paid in time; disputed \(fraudulent\)/);
	expect(await scene.findOrder()).toMatchObject({ paidAt: null });
});

test("an open payment has no problem", async () => {
	const scene = await setPaymentScene();
	expect(await settlePayment(scene.shopOf(null), scene.intent)).toBe("open");
	expect(await scene.db.select().from(payments)).toMatchObject([{ problem: null }]);
});

test("the reason of a refund is kept, whatever happens to the order afterwards", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.db.update(orders).set({ quantity: 3 });
	await scene.deliver();
	const returned = { status: "refunded", problem: "another amount" };
	expect(await scene.db.select().from(payments)).toMatchObject([returned]);
	await scene.db.delete(orders);
	expect(await settlePayment(scene.shopOf(null), scene.intent)).toBe("refunded");
	expect(await scene.db.select().from(payments)).toMatchObject([returned]);
});
