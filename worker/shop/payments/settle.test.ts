import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import { needsNewIdempotencyKey } from "#worker/services/stripe.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	withStripeErrors,
} from "../../../tests/model/payment-fixture.ts";
import { placeOrder } from "../orders/place.ts";
import { requireOrder } from "../orders/read.ts";
import { checksUntilAbandoned, getNextCheckAt } from "./payment-rows.ts";
import { getOrderPayment, getPaymentProblems } from "./read.ts";
import { confirmPayment, settlePayment } from "./settle.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("shows an order's refunds to admins and its owner, but Stripe's ids only to admins", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	const readAs = async (context: ReturnType<typeof fixture.createContext>) =>
		getOrderPayment(context, await requireOrder(context, fixture.orderId));
	const amounts = {
		hold: "refunded",
		receivedCents: 7_996,
		refundedCents: 7_996,
		remainingCents: 0,
		piecesLeft: 4,
		isRefundPending: false,
		isRefundMissing: false,
		isDisputed: false,
		shippedPieces: 4,
		restockableCount: 4,
	};
	const refund = { amountCents: 7_996, status: "succeeded", refundId: expect.any(String) };
	const ownerRefund = expect.objectContaining({ ...refund, refundId: null });
	expect(await fixture.db.select().from(payments), "no refund has failed").toMatchObject([
		{ problem: null },
	]);
	expect(await readAs(fixture.createContext(fixture.admin))).toMatchObject({
		...amounts,
		refunds: [refund],
	});
	expect(await readAs(fixture.createContext(fixture.shopper))).toEqual({
		...amounts,
		refunds: [ownerRefund],
		disputes: [],
	});
	const order = await requireOrder(fixture.createContext(fixture.admin), fixture.orderId);
	const withoutAccount = await getOrderPayment(fixture.createContext(null), order);
	expect(withoutAccount).toEqual({ ...amounts, refunds: [ownerRefund], disputes: [] });
});

test("lists a payment as held only if it paid for an order and is on hold", async () => {
	const fixture = await createPaidFixture();
	const readHeldPayments = async () =>
		(await getPaymentProblems(fixture.createContext(fixture.admin))).held;
	expect(await readHeldPayments()).toEqual([]);
	await fixture.db.update(payments).set({ hold: "disputed", status: "open" });
	expect(await readHeldPayments()).toEqual([]);
	await fixture.db.update(payments).set({ status: "paid" });
	expect(await readHeldPayments()).toMatchObject([{ id: fixture.intentId }]);
});

test("does not confirm an order with another order's payment", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const otherOrderId = await placeOrder(fixture.createContext(fixture.shopper), {
		productId: fixture.productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const shopperContext = fixture.createContext(fixture.shopper);
	const paymentRequired = { code: "payment_required" };
	await expect(
		confirmPayment(shopperContext, otherOrderId, fixture.intentId),
	).rejects.toMatchObject(paymentRequired);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	expect(await confirmPayment(shopperContext, fixture.orderId, fixture.intentId)).toBe(1);
});

test("keeps a deleted order's payment open while its refund fails", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.delete(payments);
	const { productId } = fixture;
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const otherOrderId = await placeOrder(fixture.createContext(fixture.shopper), orderInput);
	await fixture.db.run(`delete from orders where id = '${fixture.orderId}'`);
	expect(await requireOrder(fixture.createContext(fixture.shopper), otherOrderId)).toMatchObject({
		id: otherOrderId,
	});
	const shopWithFailingRefunds = withStripeErrors(
		fixture.createContext(null),
		(call) => call === "POST /v1/refunds",
		500,
	);
	await expect(settlePayment(shopWithFailingRefunds, fixture.intentId)).rejects.toThrow();
	const row = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, fixture.intentId))
		.get();
	expect(row).toMatchObject({ status: "open", receivedCents: 7_996 });
});

test("checks a payment for a week before it is abandoned", () => {
	const sumPausesInDays = (count: number) =>
		Array.from({ length: count }, (_, checks) => getNextCheckAt(checks, 0).getTime()).reduce(
			(sum, pause) => sum + pause,
			0,
		) / 86_400_000;
	expect(sumPausesInDays(checksUntilAbandoned)).toBeGreaterThanOrEqual(7);
	expect(sumPausesInDays(checksUntilAbandoned)).toBeLessThan(8);
});

test("needsNewIdempotencyKey returns false for an error that is not from Stripe", () => {
	expect(needsNewIdempotencyKey(new Error("broken"))).toBe(false);
});

test.each<[string, Partial<typeof payments.$inferInsert>, object]>([
	["paid", {}, { status: "paid", problem: "Stripe does not know this payment" }],
	[
		"refunded",
		{ status: "refunded", refundId: "re_1", problem: "the order is missing" },
		{ status: "refunded", problem: "the order is missing" },
	],
	["canceled", { status: "cancelled", problem: "old" }, { status: "cancelled", problem: null }],
])(
	"stops checking a %s payment that has been unknown to Stripe for a week",
	async (_, columns, expected) => {
		const fixture = await createPaidFixture();
		await fixture.db.update(orders).set({ paidAt: null, transactionId: null });
		await fixture.db.update(payments).set({
			id: "pi_of_another_account",
			checks: checksUntilAbandoned,
			nextCheckAt: new Date(0),
			...columns,
		});
		await fixture.sweep();
		const [row] = await fixture.db.select().from(payments);
		expect(row).toMatchObject({ ...expected, nextCheckAt: null });
	},
);

test("records no problem for an open payment", async () => {
	const fixture = await createPaymentFixture();
	expect(await settlePayment(fixture.createContext(null), fixture.intentId)).toBe("open");
	expect(await fixture.db.select().from(payments)).toMatchObject([{ problem: null }]);
});

test("keeps the reason for a refund when the order is deleted later", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ quantity: 3 });
	await fixture.deliverWebhooks();
	const expected = { status: "refunded", problem: "the amount did not match" };
	expect(await fixture.db.select().from(payments)).toMatchObject([expected]);
	await fixture.db.delete(orders);
	expect(await settlePayment(fixture.createContext(null), fixture.intentId)).toBe("refunded");
	expect(await fixture.db.select().from(payments)).toMatchObject([expected]);
});

test("a payment that was marked as canceled because Stripe did not know it can still pay for the order", async () => {
	const fixture = await createPaymentFixture();
	await fixture.db.update(payments).set({ status: "cancelled" });
	await fixture.stripe.chargeCard(fixture.secret);
	expect(await fixture.confirm()).toBe(1);
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
});
