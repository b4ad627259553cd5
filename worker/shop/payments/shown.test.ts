import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import { isKeyUsed } from "#worker/services/stripe.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	refusingSome,
} from "../../../tests/model/payment-fixture.ts";
import { placeOrder } from "../orders/place.ts";
import { requireOrder } from "../orders/read.ts";
import { getPaymentOf, getPaymentProblems } from "./read.ts";
import { checksUntilAbandoned, nextCheckAt } from "./records.ts";
import { confirmPayment, settlePayment } from "./settle.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("refunds of an order are shown to admins, their sum to its owner too", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.deliver();
	const shown = async (shop: ReturnType<typeof fixture.shopOf>) =>
		getPaymentOf(shop, await requireOrder(shop, fixture.order));
	const sums = { hold: "refunded", refundedCents: 7_996 };
	const refund = { amountCents: 7_996, status: "succeeded" };
	expect(await fixture.db.select().from(payments), "it has not failed").toMatchObject([
		{ problem: null },
	]);
	expect(await shown(fixture.shopOf(fixture.admin))).toMatchObject({ ...sums, refunds: [refund] });
	expect(await shown(fixture.shopOf(fixture.shopper))).toEqual({
		...sums,
		refunds: [],
		disputes: [],
	});
	const order = await requireOrder(fixture.shopOf(fixture.admin), fixture.order);
	const withoutAccount = await getPaymentOf(fixture.shopOf(null), order);
	expect(withoutAccount).toEqual({ ...sums, refunds: [], disputes: [] });
});

test("only a payment that paid an order and was returned is held", async () => {
	const fixture = await createPaidFixture();
	const held = async () => (await getPaymentProblems(fixture.shopOf(fixture.admin))).held;
	expect(await held()).toEqual([]);
	await fixture.db.update(payments).set({ hold: "disputed", status: "open" });
	expect(await held()).toEqual([]);
	await fixture.db.update(payments).set({ status: "paid" });
	expect(await held()).toMatchObject([{ id: fixture.intent }]);
});

test("the payment of one order confirms no other", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const other = await placeOrder(fixture.shopOf(fixture.shopper), {
		...{ productId: fixture.productId, quantity: 4, location: "Here", phone: "1" },
		idempotencyKey: null,
	});
	const shop = fixture.shopOf(fixture.shopper);
	const unpaid = { code: "payment_required" };
	await expect(confirmPayment(shop, other, fixture.intent)).rejects.toMatchObject(unpaid);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	expect(await confirmPayment(shop, fixture.order, fixture.intent)).toBe(1);
});

test("a payment for a deleted order does not count as paid while Stripe refuses the refund", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.delete(payments);
	const { productId } = fixture;
	const asked = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const kept = await placeOrder(fixture.shopOf(fixture.shopper), asked);
	await fixture.db.run(`delete from orders where id = '${fixture.order}'`);
	expect(await requireOrder(fixture.shopOf(fixture.shopper), kept)).toMatchObject({ id: kept });
	const refusing = refusingSome(fixture.shopOf(null), (call) => call === "POST /v1/refunds", 500);
	await expect(settlePayment(refusing, fixture.intent)).rejects.toThrow();
	const row = await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent)).get();
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
	expect(isKeyUsed(new Error("broken"))).toBe(false);
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
		const fixture = await createPaidFixture();
		await fixture.db.update(orders).set({ paidAt: null, transactionId: null });
		const unknown = { id: "pi_of_another_account", checks: checksUntilAbandoned };
		await fixture.db.update(payments).set({ ...unknown, nextCheckAt: new Date(0), ...wish });
		await fixture.sweep();
		const [row] = await fixture.db.select().from(payments);
		expect(row).toMatchObject({ ...given, nextCheckAt: null });
	},
);

test("a payment that is disputed before its order was paid is late, and nothing of it is refunded", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.stripe.dispute(fixture.intent, { reason: "fraudulent" });
	await fixture.deliver();
	const [row] = await fixture.db.select().from(payments);
	expect(row?.problem).toMatch(/^not paid in time; disputed \(fraudulent\)/);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
});

test("an open payment has no problem", async () => {
	const fixture = await createPaymentFixture();
	expect(await settlePayment(fixture.shopOf(null), fixture.intent)).toBe("open");
	expect(await fixture.db.select().from(payments)).toMatchObject([{ problem: null }]);
});

test("the reason of a refund is kept, whatever happens to the order afterwards", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ quantity: 3 });
	await fixture.deliver();
	const returned = { status: "refunded", problem: "another amount" };
	expect(await fixture.db.select().from(payments)).toMatchObject([returned]);
	await fixture.db.delete(orders);
	expect(await settlePayment(fixture.shopOf(null), fixture.intent)).toBe("refunded");
	expect(await fixture.db.select().from(payments)).toMatchObject([returned]);
});
