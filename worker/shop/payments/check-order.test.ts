import { eq, notInArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import {
	auditLog,
	orderEmails,
	orders,
	payments,
	refundEmails,
	refundRequests,
	refunds,
} from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	type PaymentFixture,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { refundInput } from "../../../tests/model/refund-fixture.ts";
import { injectAtEachRoundTrip, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { reconcilePayments } from "../../../tests/support/reconcile-payments.ts";
import { placeOrder } from "../orders/place.ts";
import { checkOrderPayments, hasPayment } from "./check-order.ts";
import { refundOrder } from "./refund-order.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const check = (fixture: PaymentFixture, hook?: RoundTripHook) =>
	checkOrderPayments(fixture.createContext(fixture.admin, hook), fixture.orderId);

const expectBooksToMatch = async ({ db, stripe }: PaymentFixture) =>
	expect(await reconcilePayments(db, await stripe.readLedger())).toMatchObject({
		differenceCents: 0,
		lost: [],
	});

const isPaidOrderEmail = notInArray(orderEmails.kind, unpaidEmailKinds);

/** Creates a paid order that was fully refunded in Stripe's Dashboard. The shop got no event, and has no check scheduled. */
async function createMissedRefund() {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.db.update(payments).set({ nextCheckAt: null });
	return fixture;
}

/** Creates a paid order with a full refund that waits, because Stripe was unavailable. */
async function createWaitingRefund() {
	const fixture = await createPaidFixture();
	const faults = [{ operation: "refunds.create", kind: "unavailable", times: 2 } as const];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	await refundOrder(fixture.createContext(fixture.admin), fixture.orderId, refundInput);
	await fixture.stripe.overrideBehavior(fixture.orderId, {});
	return fixture;
}

test("a Dashboard refund that the shop missed cancels the order and emails the customer once", async () => {
	const fixture = await createMissedRefund();
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await check(fixture)).toBe(1);
	const canceledOrder = await fixture.findOrder();
	expect(canceledOrder).toMatchObject({ state: "refunded" });
	expect(await check(fixture), "checked again").toBe(0);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toEqual(canceledOrder);
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(1);
	expect(await fixture.db.$count(refunds)).toBe(1);
	const actors = await fixture.db.select({ actor: auditLog.actor }).from(auditLog);
	expect(actors).not.toContainEqual({ actor: fixture.admin.email });
	await expectBooksToMatch(fixture);
});

test("marks the order as paid if the charge's event was lost", async () => {
	const fixture = await createPaymentFixture();
	expect(await check(fixture), "not charged yet").toBe(0);
	await fixture.stripe.chargeCard(fixture.secret);
	expect(await check(fixture)).toBe(1);
	expect(await fixture.findOrder()).toMatchObject({
		state: "paid",
		transactionId: fixture.intentId,
	});
	expect(await fixture.db.$count(orderEmails, isPaidOrderEmail)).toBe(1);
});

test("refunds the charge of a canceled order if its event was lost", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	expect(await check(fixture)).toBe(1);
	expect(await fixture.findOrder()).toMatchObject({ state: "cancelled" });
	expect((await fixture.stripe.readLedger()).charges).toMatchObject([
		{ amount_refunded: totalCents },
	]);
	expect(await check(fixture), "checked again").toBe(0);
	await expectBooksToMatch(fixture);
});

test("changes neither other orders nor an order that is up to date", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const adminContext = fixture.createContext(fixture.admin);
	const otherOrderId = await placeOrder(fixture.createContext(fixture.shopper), {
		productId: fixture.productId,
		quantity: 1,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	expect(await checkOrderPayments(adminContext, otherOrderId)).toBe(null);
	expect(await hasPayment(adminContext, otherOrderId)).toBe(false);
	expect(await hasPayment(adminContext, fixture.orderId)).toBe(true);
	expect(await fixture.findOrder()).toMatchObject({ state: "unpaid" });
	expect(await check(await createPaidFixture())).toBe(0);
});

test.each([
	{ dashboardCents: 0, status: "sent" },
	{ dashboardCents: 1_000, status: "sent" },
	{ dashboardCents: undefined, status: "rejected" },
])(
	"completes a refund that waits for Stripe, without what was refunded in the Dashboard since: $dashboardCents, $status",
	async ({ dashboardCents, status }) => {
		const fixture = await createWaitingRefund();
		const { stripe, intentId } = fixture;
		const readStatuses = () =>
			fixture.db.select({ status: refundRequests.status }).from(refundRequests);
		expect(await readStatuses()).toEqual([{ status: "waiting" }]);
		if (dashboardCents !== 0) await stripe.refundInDashboard(intentId, dashboardCents);
		expect(await check(fixture)).toBe(1);
		expect(await readStatuses()).toEqual([{ status }]);
		expect(await check(fixture), "checked again").toBe(0);
		expect((await stripe.readLedger()).charges).toMatchObject([{ amount_refunded: totalCents }]);
		await expectBooksToMatch(fixture);
	},
);

test("reads a payment once, even if its refund waits for Stripe", async () => {
	const fixture = await createWaitingRefund();
	const { context, calls } = fixture.recordStripeCalls(fixture.admin);
	expect(await checkOrderPayments(context, fixture.orderId)).toBe(1);
	expect(calls.filter((call) => call.includes("/payment_intents/"))).toHaveLength(1);
});

test("changes nothing while Stripe is unavailable", async () => {
	const fixture = await createMissedRefund();
	const faults = [
		{ operation: "payment_intents.retrieve", kind: "unavailable", times: 9 } as const,
	];
	await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
	await expect(check(fixture)).rejects.toMatchObject({ status: 503 });
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await fixture.db.$count(refunds)).toBe(0);
});

test.each([
	["another check runs", (fixture: PaymentFixture) => check(fixture)],
	["the event arrives", (fixture: PaymentFixture) => fixture.deliverWebhooks()],
])("applies a missed refund once if %s at any point of the check", async (_, inject) => {
	const roundTrips = await injectAtEachRoundTrip({
		create: createMissedRefund,
		act: check,
		inject,
		check: async (fixture, message) => {
			expect(await fixture.findOrder(), message).toMatchObject({ state: "refunded" });
			const refunded = eq(orderEmails.kind, "refunded");
			expect(await fixture.db.$count(orderEmails, refunded), message).toBe(1);
			expect(await fixture.db.$count(refunds), message).toBe(1);
			await expectBooksToMatch(fixture);
		},
	});
	expect(roundTrips).toBeGreaterThan(4);
});

test.each([
	["another check runs", (fixture: PaymentFixture) => check(fixture)],
	["the sweep sends it", (fixture: PaymentFixture) => fixture.sweepRefunds()],
])("makes a waiting refund once if %s at any point of the check", async (_, inject) => {
	const roundTrips = await injectAtEachRoundTrip({
		create: createWaitingRefund,
		act: check,
		inject,
		check: async (fixture, message) => {
			const { charges, refunds: stripeRefunds } = await fixture.stripe.readLedger();
			expect(charges, message).toMatchObject([{ amount_refunded: totalCents }]);
			expect(stripeRefunds, message).toHaveLength(1);
			expect(await fixture.db.select().from(refundRequests), message).toMatchObject([
				{ status: "sent", rejection: null },
			]);
			expect(await fixture.db.$count(refundEmails), message).toBe(1);
			expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(0);
			await expectBooksToMatch(fixture);
		},
	});
	expect(roundTrips).toBeGreaterThan(8);
});
