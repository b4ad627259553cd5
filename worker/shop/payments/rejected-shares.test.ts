import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
	dailySales,
	orderEmails,
	orders,
	payments,
	productSales,
	refunds,
} from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { checkoutCents } from "../../../tests/model/payment-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { getOrderPayment } from "./read.ts";
import { settlePayment } from "./settle.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

/** Creates a paid checkout. Its second order was canceled after the charge, and Stripe has rejected the refund of its share. */
async function createCheckoutWithRejectedShare() {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	const canceled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(canceled).where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	const { db, localShop, adminContext, intentId, stripe } = fixture;
	return {
		...fixture,
		readPayment: () => db.select().from(payments).where(eq(payments.id, intentId)).get(),
		async refundInDashboard(cents: number) {
			const refundId = await stripe.refundInDashboard(intentId, cents);
			await fixture.deliverWebhooks();
			return refundId;
		},
		/** Reads the revenue of the paid orders, net of refunds, from the three places that count it. */
		async readNetRevenues() {
			const sum = (rows: { revenueCents: number }[]) =>
				rows.reduce((total, { revenueCents }) => total + revenueCents, 0);
			const paidOrders = await db.select().from(orders).where(eq(orders.transactionId, intentId));
			const refundedAmounts = await Promise.all(
				paidOrders.map(
					async (order) => (await getOrderPayment(adminContext, order))?.refundedCents ?? 0,
				),
			);
			expect(await findOutdatedDerivedTables(localShop.d1)).toEqual([]);
			return [
				sum(await db.select().from(dailySales)),
				sum(await db.select().from(productSales)),
				refundedAmounts.reduce((net, cents) => net - cents, checkoutCents - 5_997),
			];
		},
	};
}

const allEqualTo = (cents: number) => [cents, cents, cents];

test("shows admins a share that Stripe refuses to refund", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	await settlePayment(fixture.adminContext, fixture.intentId);
	expect((await fixture.readPayment())?.problem).toContain("$59.97 is not refunded");
});

test("lets the other orders ship after a rejected share is refunded in the Dashboard, unless the refund exceeds the share", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	await fixture.refundInDashboard(5_997);
	expect(await fixture.readPayment()).toMatchObject({ status: "paid", hold: null, problem: null });
	await shipOrder(fixture.adminContext, fixture.first);
	await fixture.refundInDashboard(1);
	expect(await fixture.readPayment()).toMatchObject({ hold: "partly_refunded" });
	await expect(shipOrder(fixture.adminContext, fixture.third)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
	expect(await fixture.reconcile()).toMatchObject({ differenceCents: 0, lost: [] });
});

test("puts the payment on hold if a pending Dashboard refund exceeds what is left of a rejected share", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	await fixture.refundInDashboard(5_000);
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "pending" });
	await fixture.refundInDashboard(1_000);
	expect(await fixture.readPayment()).toMatchObject({ hold: "refund_pending" });
});

test("does not count refunds by staff toward a rejected share when a Dashboard refund is pending", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	await fixture.refund(fixture.third);
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "pending" });
	await fixture.refundInDashboard(5_000);
	expect(await fixture.readPayment()).toMatchObject({ hold: null });
	await shipOrder(fixture.adminContext, fixture.first);
});

test("counts a Dashboard refund toward a rejected share first, and only the excess toward the paid orders", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
	await fixture.refundInDashboard(4_000);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
	expect(await listOrderRefunds(fixture.adminContext, fixture.first)).toEqual([]);
	await fixture.refundInDashboard(2_997);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents - 1_000));
	expect(await listOrderRefunds(fixture.adminContext, fixture.first)).toHaveLength(1);
});

test("counts a Dashboard refund toward a rejected share after an earlier Dashboard refund fails", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	const refundId = await fixture.refundInDashboard(5_997);
	await fixture.refundInDashboard(3_000);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents - 3_000));
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
});

/** Creates a paid checkout, and asks Stripe for refunds of entire orders, all of which it rejects. */
async function createCheckoutWithRejectedRefunds() {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	return addRejectedRefunds(fixture);
}

function addRejectedRefunds(fixture: Awaited<ReturnType<typeof createCheckoutShop>>) {
	const { db, stripe, intentId } = fixture;
	return {
		...fixture,
		async rejectRefund(orderId: string) {
			await stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
			await expect(fixture.refund(orderId)).rejects.toMatchObject({ code: "refund_rejected" });
			await stripe.overrideBehavior(fixture.first, { refunds: "normal" });
		},
		async refundInDashboard(cents: number) {
			await stripe.refundInDashboard(intentId, cents);
			for (let run = 0; run < 2; run += 1) await fixture.deliverWebhooks();
		},
		/** Returns the orders whose customer gets an email about a refund in Stripe. */
		async readEmailedOrders() {
			const emails = await db.select().from(orderEmails).where(eq(orderEmails.kind, "refunded"));
			return emails.map(({ orderId }) => orderId);
		},
	};
}

test("emails the customer if Stripe rejected the refund of one of several orders, and staff refunded it later in the Dashboard", async () => {
	const fixture = await createCheckoutWithRejectedRefunds();
	const { second, third } = fixture;
	await fixture.refundInDashboard(6_000);
	await fixture.rejectRefund(second);
	await fixture.rejectRefund(second);
	await fixture.refundInDashboard(5_996);
	expect(await fixture.readEmailedOrders(), "one cent is missing").toEqual([]);
	await fixture.refundInDashboard(1);
	expect(await fixture.readEmailedOrders()).toEqual([second]);
	await fixture.rejectRefund(third);
	await fixture.refundInDashboard(1);
	expect(await fixture.readEmailedOrders()).toEqual([second]);
});

test("emails the customer only after the Dashboard refunds cover all orders whose refunds Stripe rejected", async () => {
	const fixture = await createCheckoutWithRejectedRefunds();
	const { first, second } = fixture;
	for (const orderId of [first, second]) await fixture.rejectRefund(orderId);
	await fixture.refundInDashboard(5_997);
	expect(await fixture.readEmailedOrders()).toEqual([]);
	await fixture.refundInDashboard(7_996);
	expect((await fixture.readEmailedOrders()).sort()).toEqual([first, second].sort());
});

test("emails the customer only after a pending Dashboard refund has succeeded", async () => {
	const fixture = await createCheckoutWithRejectedRefunds();
	const { db, stripe, first, second } = fixture;
	await fixture.rejectRefund(second);
	await stripe.overrideBehavior(first, { refunds: "pending" });
	await fixture.refundInDashboard(5_997);
	const [refund] = await db.select().from(refunds);
	expect(refund).toMatchObject({ status: "pending" });
	expect(await fixture.readEmailedOrders()).toEqual([]);
	await stripe.settleRefund(refund?.id ?? "", "succeeded");
	await fixture.deliverWebhooks();
	expect(await fixture.readEmailedOrders()).toEqual([second]);
});

test("emails about a rejected refund only after the Dashboard refunds also cover a rejected share", async () => {
	const fixture = addRejectedRefunds(await createCheckoutWithRejectedShare());
	const { third } = fixture;
	await fixture.rejectRefund(third);
	await fixture.refundInDashboard(5_997);
	expect(await fixture.readEmailedOrders()).toEqual([]);
	await fixture.refundInDashboard(checkoutCents - 5_997 - 7_996);
	expect(await fixture.readEmailedOrders()).toEqual([third]);
});
