import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { dailySales, orders, payments, productSales, refundRequests } from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { checkoutCents, totalCents } from "../../../tests/model/payment-fixture.ts";
import { readCheckoutPage } from "../orders/checkout.ts";
import { shipOrder } from "../orders/ship.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { getRefundable } from "./plan-refund.ts";
import { getOrderPayment } from "./read.ts";
import { confirmPayment, settlePayment } from "./settle.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

test("the share of an order that was canceled after the charge is refunded by the sweep, and the others are paid", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db
		.update(orders)
		.set({ cancelledAt: new Date() })
		.where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	expect(await fixture.states()).toEqual(["paid", "cancelled", "paid"]);
	expect(await fixture.db.select().from(refundRequests)).toMatchObject([
		{ orderId: fixture.second, amountCents: 5_997, reason: "unused", status: "waiting" },
	]);
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: 5_997 }]);
	const [payment] = await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent));
	expect(payment).toMatchObject({ status: "paid", hold: null, problem: null });
	await shipOrder(fixture.staff, fixture.first);
	const [sales] = await fixture.db.select().from(dailySales);
	expect(sales).toMatchObject({ orders: 2, revenueCents: checkoutCents - 5_997 });
	expect(await findOutdatedDerivedTables(fixture.local.d1)).toEqual([]);
	expect(await fixture.audit()).toMatchObject({ paidOnce: 1, differenceCents: 0, lost: [] });
});

test("two events in the same millisecond ask for the refund of a share once", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	const cancelled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(cancelled).where(eq(orders.id, fixture.second));
	for (const _ of [1, 2]) {
		expect(await settlePayment(fixture.staff, fixture.intent)).toBe("paid");
	}
	expect(await fixture.db.$count(refundRequests)).toBe(1);
});

test("a share whose refund is pending is listed for admins until Stripe has refunded it", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "pending" });
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db
		.update(orders)
		.set({ cancelledAt: new Date() })
		.where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.sweepRefunds();
	await settlePayment(fixture.staff, fixture.intent);
	expect(await fixture.audit()).toMatchObject({ waiting: 1, differenceCents: 0, lost: [] });
	await shipOrder(fixture.staff, fixture.first);
	const { refunds } = await fixture.stripe.readLedger();
	for (const { id } of refunds) await fixture.stripe.settleRefund(id, "succeeded");
	await fixture.deliverWebhooks();
	await settlePayment(fixture.staff, fixture.intent);
	expect(await fixture.audit()).toMatchObject({ paidOnce: 1, differenceCents: 0, lost: [] });
	const [payment] = await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent));
	expect(payment).toMatchObject({ status: "paid", problem: null });
});

/** The shop of a paid checkout whose second order was canceled after the charge, and Stripe refuses to refund its share. */
async function createShopWithRejectedShare() {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	const cancelled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(cancelled).where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "normal" });
	const { db, local, staff, intent, stripe } = fixture;
	return {
		...fixture,
		readPayment: () => db.select().from(payments).where(eq(payments.id, intent)).get(),
		async refundInDashboard(cents: number) {
			const refund = await stripe.refundInDashboard(intent, cents);
			await fixture.deliverWebhooks();
			return refund;
		},
		/** What the paid orders have brought in, in each way in which it is counted. */
		async readNetCents() {
			const sum = (rows: { revenueCents: number }[]) =>
				rows.reduce((total, { revenueCents }) => total + revenueCents, 0);
			const paid = await db.select().from(orders).where(eq(orders.transactionId, intent));
			const amounts = await Promise.all(
				paid.map(async (order) => (await getOrderPayment(staff, order))?.refundedCents ?? 0),
			);
			expect(await findOutdatedDerivedTables(local.d1)).toEqual([]);
			return [
				sum(await db.select().from(dailySales)),
				sum(await db.select().from(productSales)),
				amounts.reduce((net, cents) => net - cents, checkoutCents - 5_997),
			];
		},
	};
}

const sameNet = (cents: number) => [cents, cents, cents];

test("a share that Stripe refuses to refund is a problem that admins see", async () => {
	const fixture = await createShopWithRejectedShare();
	await settlePayment(fixture.staff, fixture.intent);
	expect((await fixture.readPayment())?.problem).toContain("$59.97 is not refunded");
});

test("after a share that Stripe refused to refund is refunded in the Dashboard, the other orders can be shipped, unless more is refunded", async () => {
	const fixture = await createShopWithRejectedShare();
	await fixture.refundInDashboard(5_997);
	expect(await fixture.readPayment()).toMatchObject({ status: "paid", hold: null, problem: null });
	await shipOrder(fixture.staff, fixture.first);
	await fixture.refundInDashboard(1);
	expect(await fixture.readPayment()).toMatchObject({ hold: "partly_refunded" });
	await expect(shipOrder(fixture.staff, fixture.third)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
	expect(await fixture.audit()).toMatchObject({ differenceCents: 0, lost: [] });
});

test("a refund in the Dashboard that is pending holds the payment if it exceeds the refused share with an earlier one", async () => {
	const fixture = await createShopWithRejectedShare();
	await fixture.refundInDashboard(5_000);
	await fixture.stripe.setSwitches(fixture.first, { refunds: "pending" });
	await fixture.refundInDashboard(1_000);
	expect(await fixture.readPayment()).toMatchObject({ hold: "refund_pending" });
});

test("a refund in the Dashboard of a share that Stripe refused to refund is of none of the paid orders, but what exceeds it is", async () => {
	const fixture = await createShopWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	expect(await fixture.readNetCents()).toEqual(sameNet(paidCents));
	await fixture.refundInDashboard(4_000);
	expect(await fixture.readNetCents()).toEqual(sameNet(paidCents));
	expect(await listOrderRefunds(fixture.staff, fixture.first)).toEqual([]);
	await fixture.refundInDashboard(2_997);
	expect(await fixture.readNetCents()).toEqual(sameNet(paidCents - 1_000));
	expect(await listOrderRefunds(fixture.staff, fixture.first)).toHaveLength(1);
});

test("a refund in the Dashboard takes the place of an earlier one that failed", async () => {
	const fixture = await createShopWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	const refund = await fixture.refundInDashboard(5_997);
	await fixture.refundInDashboard(3_000);
	expect(await fixture.readNetCents()).toEqual(sameNet(paidCents - 3_000));
	await fixture.stripe.settleRefund(refund, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	expect(await fixture.readNetCents()).toEqual(sameNet(paidCents));
});

test("an order that another payment has paid is not paid twice: its share goes back", async () => {
	const fixture = await createCheckoutShop();
	const transaction = { paidAt: new Date(), transactionId: "pi_other" };
	await fixture.db.update(orders).set(transaction).where(eq(orders.id, fixture.first));
	await fixture.pay();
	const confirm = confirmPayment(fixture.shop, fixture.first, fixture.intent);
	await expect(confirm).rejects.toMatchObject({ code: "payment_required" });
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: totalCents }]);
	const rows = await fixture.db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, fixture.intent));
	expect(rows.map(({ id }) => id)).toEqual([fixture.second, fixture.third]);
});

test("refunds of one order are of its share: the others can be refunded and shipped as before", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.refund(fixture.second, { pieces: 1 });
	expect(await getRefundable(fixture.staff, fixture.second)).toMatchObject({
		remainingCents: 2 * 1_999,
		piecesLeft: 2,
	});
	expect(await getRefundable(fixture.staff, fixture.first)).toMatchObject({
		remainingCents: totalCents,
	});
	await expect(fixture.refund(fixture.third, { amountCents: 3_999 })).rejects.toMatchObject({
		code: "refund_too_large",
	});
	await fixture.refund(fixture.second);
	expect(await fixture.states()).toEqual(["paid", "refunded", "paid"]);
	expect(await listOrderRefunds(fixture.staff, fixture.first)).toEqual([]);
	expect(await listOrderRefunds(fixture.staff, fixture.second)).toHaveLength(2);
	await shipOrder(fixture.staff, fixture.first);
	expect(await fixture.audit()).toMatchObject({ paidOnce: 1, differenceCents: 0, lost: [] });
});

test("the database rejects a refund of more than the order's share, even if the payment has more", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	const insert = (amountCents: number) =>
		fixture.db.insert(refundRequests).values({
			...{ id: `r${amountCents}`, orderId: fixture.third, paymentId: fixture.intent, amountCents },
			...{ pieces: 0, restocked: 0, reason: "other", stripeKey: "k" },
		});
	await expect(insert(3_999)).rejects.toMatchObject({
		cause: { message: expect.stringContaining("refund exceeds the share of the order") },
	});
	await insert(3_998);
});

test("what is left of an order's share is no more than what is left of the payment, also of refunds that wait", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.refundInDashboard(fixture.intent, 12_000);
	await fixture.deliverWebhooks();
	await fixture.db.insert(refundRequests).values({
		...{ id: "waiting", orderId: fixture.third, paymentId: fixture.intent, amountCents: 3_998 },
		...{ pieces: 0, restocked: 0, reason: "other", stripeKey: "k" },
	});
	expect(await getRefundable(fixture.staff, fixture.second)).toMatchObject({
		remainingCents: checkoutCents - 12_000 - 3_998,
	});
});

test("a refund in Stripe's Dashboard, which is of no order, is divided among all, and holds all", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.refundInDashboard(fixture.intent, 1_000);
	await fixture.deliverWebhooks();
	const parts = await Promise.all(
		fixture.orderIds.map(async (id) => (await listOrderRefunds(fixture.staff, id))[0]?.amountCents),
	);
	expect(parts.reduce((sum: number, cents) => sum + (cents ?? 0), 0)).toBe(1_000);
	expect(parts.every((cents) => cents !== undefined && cents > 0)).toBe(true);
	const sold = await fixture.db.select().from(productSales);
	expect(sold.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(checkoutCents - 1_000);
	expect(await findOutdatedDerivedTables(fixture.local.d1)).toEqual([]);
	await expect(shipOrder(fixture.staff, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("a refund in the Dashboard holds the payment, also if Stripe refused as much to an admin before", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await expect(fixture.refund(fixture.second, { pieces: 1 })).rejects.toMatchObject({
		code: "refund_rejected",
	});
	await fixture.stripe.setSwitches(fixture.first, { refunds: "normal" });
	await fixture.stripe.refundInDashboard(fixture.intent, 1_999);
	await fixture.deliverWebhooks();
	await expect(shipOrder(fixture.staff, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("the share of each of two payments that did not pay an order is refunded", async () => {
	const fixture = await createCheckoutShop();
	const amounts = { amountCents: 5_997, receivedCents: 5_997, status: "cancelled" as const };
	const other = { id: "pi_other", orderId: fixture.second, updatedAt: new Date(), ...amounts };
	await fixture.db.insert(payments).values(other);
	await fixture.db.insert(refundRequests).values({
		...{ id: "other", orderId: fixture.second, paymentId: "pi_other", amountCents: 5_997 },
		...{ pieces: 0, restocked: 0, reason: "unused", stripeKey: "other", status: "waiting" },
	});
	await fixture.stripe.chargeCard(fixture.secret);
	const cancelled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(cancelled).where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: 5_997 }]);
});

test("the page of a checkout shows what is refunded of each of its orders, in the shop or in Stripe's dashboard", async () => {
	const fixture = await createCheckoutShop();
	const shown = async ({ shop, checkoutId }: Pick<typeof fixture, "shop" | "checkoutId">) =>
		(await readCheckoutPage(shop, checkoutId)).orders.map(({ refundedCents }) => refundedCents);
	await fixture.pay();
	await fixture.refund(fixture.second);
	expect(await shown(fixture)).toEqual([0, 5_997, 0]);
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.deliverWebhooks();
	expect(await shown(fixture), "the rest").toEqual([totalCents, 5_997, 3_998]);
	const other = await createCheckoutShop();
	await other.pay();
	await other.stripe.refundInDashboard(other.intent);
	await other.deliverWebhooks();
	expect(await shown(other)).toEqual([totalCents, 5_997, 3_998]);
	expect(await other.states()).toEqual(["refunded", "refunded", "refunded"]);
});
