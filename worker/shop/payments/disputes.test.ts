import { expect, test, vi } from "vitest";
import { disputes, payments } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	type PaymentFixture,
} from "../../../tests/model/payment-fixture.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();

const ship = (fixture: PaymentFixture) => shipOrder(fixture.shopOf(fixture.admin), fixture.order);
const problemsOf = (fixture: PaymentFixture) => getPaymentProblems(fixture.shopOf(fixture.admin));

test("a disputed payment is stored, asks the admin for an answer, and keeps its order from being shipped", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.dispute(fixture.intent, { reason: "fraudulent" });
	await fixture.deliver();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	const { open, held } = await problemsOf(fixture);
	expect(open[0]?.problem).toMatch(/^disputed \(fraudulent\): answer it in Stripe by /);
	expect(held).toMatchObject([{ id: fixture.intent, hold: "disputed" }]);
	expect(await fixture.db.select().from(disputes)).toMatchObject([
		{ amountCents: 7_996, reason: "fraudulent", status: "needs_response" },
	]);
});

test("after a lost dispute the order cannot be shipped, and no answer is needed", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.stepDispute(await fixture.stripe.dispute(fixture.intent), "lost");
	await fixture.deliver();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "dispute_lost" });
	expect((await problemsOf(fixture)).open).toEqual([]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("when the webhook of a won dispute is lost, the sweep finds out, and the order can be shipped", async () => {
	const fixture = await createPaidFixture();
	const dispute = await fixture.stripe.dispute(fixture.intent);
	await fixture.deliver();
	await fixture.stripe.stepDispute(dispute, "won");
	await fixture.sweep();
	expect(await ship(fixture)).toBe(1);
	expect((await problemsOf(fixture)).open).toEqual([]);
});

test("an inquiry keeps the order from being shipped until it is closed", async () => {
	const fixture = await createPaidFixture();
	const dispute = await fixture.stripe.dispute(fixture.intent, { inquiry: true });
	await fixture.deliver();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	await fixture.sweep();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	await fixture.stripe.stepDispute(dispute, "closed");
	await fixture.deliver();
	expect(await ship(fixture)).toBe(1);
});

test("when the webhook of a closed inquiry is lost, the sweep finds out, and the order can be shipped", async () => {
	const fixture = await createPaidFixture();
	const dispute = await fixture.stripe.dispute(fixture.intent, { inquiry: true });
	await fixture.deliver();
	await fixture.stripe.stepDispute(dispute, "closed");
	await fixture.sweep();
	expect(await ship(fixture)).toBe(1);
});

test("when a payment is disputed before the shop records it, the order is paid only once the dispute is won", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const dispute = await fixture.stripe.dispute(fixture.intent);
	await fixture.deliver();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	expect((await problemsOf(fixture)).open[0]?.problem).toContain("disputed (fraudulent)");
	await fixture.stripe.stepDispute(dispute, "won");
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
});

test("an unpaid order whose payment is disputed can be deleted; money that comes back then is refunded", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const dispute = await fixture.stripe.dispute(fixture.intent);
	await cancelOrder(fixture.shopOf(fixture.shopper), fixture.order);
	await fixture.stripe.stepDispute(dispute, "won");
	await fixture.sweep();
	const { refunds } = await fixture.stripe.readLedger();
	expect(refunds).toMatchObject([{ amount: 7_996, status: "succeeded" }]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "refunded" }]);
});

test("a lost dispute of a deleted order's payment closes it: nothing can be refunded", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const dispute = await fixture.stripe.dispute(fixture.intent);
	await cancelOrder(fixture.shopOf(fixture.shopper), fixture.order);
	await fixture.stripe.stepDispute(dispute, "lost");
	await fixture.sweep();
	expect((await fixture.stripe.readLedger()).refunds).toEqual([]);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", problem: null, nextCheckAt: null },
	]);
});
