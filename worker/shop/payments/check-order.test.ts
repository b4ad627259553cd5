import { eq, notInArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import { auditLog, orderEmails, payments, refunds } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	type PaymentFixture,
} from "../../../tests/model/payment-fixture.ts";
import { injectAtEachRoundTrip, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { auditMoney as audit } from "../../../tests/support/money-audit.ts";
import { placeOrder } from "../orders/place.ts";
import { checkOrderPayments, hasPayment } from "./check-order.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const check = (fixture: PaymentFixture, hook?: RoundTripHook) =>
	checkOrderPayments(fixture.createContext(fixture.admin, hook), fixture.order);

const auditMoney = async ({ db, stripe }: PaymentFixture) =>
	expect(await audit(db, await stripe.readLedger())).toMatchObject({
		differenceCents: 0,
		lost: [],
	});

const isAboutPaid = notInArray(orderEmails.kind, unpaidEmailKinds);

/** All of it was refunded in Stripe's Dashboard, and the shop has neither an event nor another check of it. */
async function createMissedRefund() {
	const fixture = await createPaidFixture();
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.db.update(payments).set({ nextCheckAt: null });
	return fixture;
}

test("an order whose refund in Stripe's dashboard the shop missed is canceled, once, and its customer gets an email", async () => {
	const fixture = await createMissedRefund();
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await check(fixture)).toBe(1);
	const canceled = await fixture.findOrder();
	expect(canceled).toMatchObject({ state: "refunded" });
	expect(await check(fixture), "again").toBe(0);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toEqual(canceled);
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "refunded"))).toBe(1);
	expect(await fixture.db.$count(refunds)).toBe(1);
	const actors = await fixture.db.select({ actor: auditLog.actor }).from(auditLog);
	expect(actors).not.toContainEqual({ actor: fixture.admin.email });
	await auditMoney(fixture);
});

test("a charge whose event was lost pays the order", async () => {
	const fixture = await createPaymentFixture();
	expect(await check(fixture), "not charged yet").toBe(0);
	await fixture.stripe.chargeCard(fixture.secret);
	expect(await check(fixture)).toBe(1);
	expect(await fixture.findOrder()).toMatchObject({ state: "paid", transactionId: fixture.intent });
	expect(await fixture.db.$count(orderEmails, isAboutPaid)).toBe(1);
});

test("only the payments of the order are checked: one without a payment, or in line, does not change", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const shop = fixture.createContext(fixture.admin);
	const other = await placeOrder(fixture.createContext(fixture.shopper), {
		...{ productId: fixture.productId, quantity: 1, location: "Here", phone: "1" },
		idempotencyKey: null,
	});
	expect(await checkOrderPayments(shop, other)).toBe(null);
	expect(await hasPayment(shop, other)).toBe(false);
	expect(await hasPayment(shop, fixture.order)).toBe(true);
	expect(await fixture.findOrder()).toMatchObject({ state: "unpaid" });
	expect(await check(await createPaidFixture())).toBe(0);
});

test("while Stripe does not respond, nothing changes", async () => {
	const fixture = await createMissedRefund();
	const faults = [
		{ operation: "payment_intents.retrieve", kind: "unavailable", times: 9 } as const,
	];
	await fixture.stripe.setSwitches(fixture.order, { faults });
	await expect(check(fixture)).rejects.toMatchObject({ status: 503 });
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await fixture.db.$count(refunds)).toBe(0);
});

test.each([
	["another check", (fixture: PaymentFixture) => check(fixture)],
	["the event", (fixture: PaymentFixture) => fixture.deliverWebhooks()],
])("%s at any point of a check changes nothing twice", async (_, inject) => {
	const roundTrips = await injectAtEachRoundTrip({
		create: createMissedRefund,
		act: check,
		inject,
		check: async (fixture, message) => {
			expect(await fixture.findOrder(), message).toMatchObject({ state: "refunded" });
			const refunded = eq(orderEmails.kind, "refunded");
			expect(await fixture.db.$count(orderEmails, refunded), message).toBe(1);
			expect(await fixture.db.$count(refunds), message).toBe(1);
			await auditMoney(fixture);
		},
	});
	expect(roundTrips).toBeGreaterThan(4);
});
