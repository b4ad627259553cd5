import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { disputes, orderEmails, orders, payments } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	type PaymentFixture,
} from "../../../tests/model/payment-fixture.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";
import { settlePayment } from "./settle.ts";

vi.spyOn(console, "log").mockReturnValue();

const ship = (fixture: PaymentFixture) =>
	shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
const readProblems = (fixture: PaymentFixture) =>
	getPaymentProblems(fixture.createContext(fixture.admin));

const triggers = {
	"the sweep read it": (fixture: PaymentFixture) => fixture.sweep(),
	"its webhooks arrived": (fixture: PaymentFixture) => fixture.deliverWebhooks(),
	"the browser confirmed it": (fixture: PaymentFixture) => fixture.confirm(),
};

test("stores a dispute, shows it to the admin, and blocks shipping", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.dispute(fixture.intentId, { reason: "fraudulent" });
	await fixture.deliverWebhooks();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	const { open, held } = await readProblems(fixture);
	expect(open[0]?.problem).toMatch(/^disputed \(fraudulent\): respond in Stripe by /);
	expect(held).toMatchObject([{ id: fixture.intentId, hold: "disputed" }]);
	expect(await fixture.db.select().from(disputes)).toMatchObject([
		{ amountCents: 7_996, reason: "fraudulent", status: "needs_response" },
	]);
});

test("blocks shipping after a lost dispute without showing the admin a problem", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.advanceDispute(await fixture.stripe.dispute(fixture.intentId), "lost");
	await fixture.deliverWebhooks();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "dispute_lost" });
	expect((await readProblems(fixture)).open).toEqual([]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("a full refund in Stripe's Dashboard during an inquiry cancels the order and emails the customer", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.dispute(fixture.intentId, { inquiry: true });
	await fixture.deliverWebhooks();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(1);
	expect((await readProblems(fixture)).held).toMatchObject([{ hold: "disputed" }]);
});

test("lets the order ship after the sweep finds a won dispute whose webhook was lost", async () => {
	const fixture = await createPaidFixture();
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.deliverWebhooks();
	await fixture.stripe.advanceDispute(disputeId, "won");
	await fixture.sweep();
	expect(await ship(fixture)).toBe(1);
	expect((await readProblems(fixture)).open).toEqual([]);
});

test("blocks shipping until an inquiry is closed", async () => {
	const fixture = await createPaidFixture();
	const disputeId = await fixture.stripe.dispute(fixture.intentId, { inquiry: true });
	await fixture.deliverWebhooks();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	await fixture.sweep();
	await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
	await fixture.stripe.advanceDispute(disputeId, "closed");
	await fixture.deliverWebhooks();
	expect(await ship(fixture)).toBe(1);
});

test("lets the order ship after the sweep finds a closed inquiry whose webhook was lost", async () => {
	const fixture = await createPaidFixture();
	const disputeId = await fixture.stripe.dispute(fixture.intentId, { inquiry: true });
	await fixture.deliverWebhooks();
	await fixture.stripe.advanceDispute(disputeId, "closed");
	await fixture.sweep();
	expect(await ship(fixture)).toBe(1);
});

test.each(Object.entries(triggers))(
	"an order whose payment was disputed before %s counts as paid, but cannot ship before the dispute is won",
	async (_, trigger) => {
		const fixture = await createPaymentFixture();
		await fixture.stripe.chargeCard(fixture.secret);
		const disputeId = await fixture.stripe.dispute(fixture.intentId);
		await trigger(fixture);
		expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
		await expect(ship(fixture)).rejects.toMatchObject({ code: "payment_disputed" });
		const { open, held } = await readProblems(fixture);
		expect(open[0]?.problem).toMatch(/^disputed \(fraudulent\): respond in Stripe by /);
		expect(held).toMatchObject([{ id: fixture.intentId, hold: "disputed" }]);
		await fixture.stripe.advanceDispute(disputeId, "won");
		await fixture.sweep();
		expect(await ship(fixture)).toBe(1);
	},
);

test("an order whose payment was refunded during an inquiry, before the shop recorded it, stays unpaid", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.stripe.dispute(fixture.intentId, { inquiry: true });
	await fixture.stripe.refundInDashboard(fixture.intentId, 1_000);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
});

test("refunds a canceled order's payment after its dispute is won", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.stripe.advanceDispute(disputeId, "won");
	await fixture.sweep();
	const { refunds } = await fixture.stripe.readLedger();
	expect(refunds).toMatchObject([{ amount: 7_996, status: "succeeded" }]);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "refunded" }]);
});

test("marks a canceled order's payment as canceled after a lost dispute without refunding it", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.stripe.advanceDispute(disputeId, "lost");
	await fixture.sweep();
	expect((await fixture.stripe.readLedger()).refunds).toEqual([]);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", problem: null, nextCheckAt: null },
	]);
});

test("does not ask staff to refund an amount that a prevented dispute has already returned", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.stripe.advanceDispute(disputeId, "lost");
	const context = fixture.createContext(null);
	const { SANDBOX } = context.env;
	if (!SANDBOX) throw new Error("The sandbox is missing.");
	const { connect } = SANDBOX;
	// The Stripe mock has no prevented disputes.
	const fetch = async (...args: Parameters<Fetcher["fetch"]>) => {
		const response = await SANDBOX.fetch(...args);
		return new Response((await response.text()).replace(/("status": ?)"lost"/, '$1"prevented"'));
	};
	await settlePayment(withEnv(context, { SANDBOX: { connect, fetch } }), fixture.intentId);
	expect(await fixture.db.select().from(disputes)).toMatchObject([{ status: "prevented" }]);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "cancelled", problem: null },
	]);
});
