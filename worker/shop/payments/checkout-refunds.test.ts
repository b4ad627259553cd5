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

type Fixture = Awaited<ReturnType<typeof createCheckoutShop>>;

const cancelSecond = ({ db, second }: Fixture) =>
	db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, second));

test("pays the other orders, and refunds the share of an order that was canceled after the charge", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
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

test("requests the refund of a share once if two events arrive in the same millisecond", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	for (const _ of [1, 2]) {
		expect(await settlePayment(fixture.staff, fixture.intent)).toBe("paid");
	}
	expect(await fixture.db.$count(refundRequests)).toBe(1);
});

test("lists a pending refund of a share for admins until it succeeds", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "pending" });
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
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

/** Creates a paid checkout. Its second order was canceled after the charge, and Stripe has rejected the refund of its share. */
async function createCheckoutWithRejectedShare() {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	await fixture.deliverWebhooks();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	const { db, local, staff, intent, stripe } = fixture;
	return {
		...fixture,
		readPayment: () => db.select().from(payments).where(eq(payments.id, intent)).get(),
		async refundInDashboard(cents: number) {
			const refund = await stripe.refundInDashboard(intent, cents);
			await fixture.deliverWebhooks();
			return refund;
		},
		/** Reads the revenue of the paid orders, net of refunds, from the three places that count it. */
		async readNetRevenues() {
			const sum = (rows: { revenueCents: number }[]) =>
				rows.reduce((total, { revenueCents }) => total + revenueCents, 0);
			const paidOrders = await db.select().from(orders).where(eq(orders.transactionId, intent));
			const amounts = await Promise.all(
				paidOrders.map(async (order) => (await getOrderPayment(staff, order))?.refundedCents ?? 0),
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

const allEqualTo = (cents: number) => [cents, cents, cents];

test("shows admins a share that Stripe refuses to refund", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	await settlePayment(fixture.staff, fixture.intent);
	expect((await fixture.readPayment())?.problem).toContain("$59.97 is not refunded");
});

test("lets the other orders ship after a rejected share is refunded in the Dashboard, unless the refund exceeds the share", async () => {
	const fixture = await createCheckoutWithRejectedShare();
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
	await shipOrder(fixture.staff, fixture.first);
});

test("counts a Dashboard refund toward a rejected share first, and only the excess toward the paid orders", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
	await fixture.refundInDashboard(4_000);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
	expect(await listOrderRefunds(fixture.staff, fixture.first)).toEqual([]);
	await fixture.refundInDashboard(2_997);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents - 1_000));
	expect(await listOrderRefunds(fixture.staff, fixture.first)).toHaveLength(1);
});

test("counts a Dashboard refund toward a rejected share after an earlier Dashboard refund fails", async () => {
	const fixture = await createCheckoutWithRejectedShare();
	const paidCents = checkoutCents - 5_997;
	const refund = await fixture.refundInDashboard(5_997);
	await fixture.refundInDashboard(3_000);
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents - 3_000));
	await fixture.stripe.settleRefund(refund, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	expect(await fixture.readNetRevenues()).toEqual(allEqualTo(paidCents));
});

test("refunds the share of an order that another payment has already paid", async () => {
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

test("limits the refunds of an order to its share, and does not affect the other orders", async () => {
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

test("the database rejects a refund that exceeds the order's share, even if more is left of the payment", async () => {
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

test("limits what can be refunded of an order to what is left of the payment after waiting refunds", async () => {
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

test("divides a Dashboard refund among all orders of the payment, and blocks shipping them", async () => {
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

test("puts the payment on hold after a Dashboard refund, even if Stripe rejected an admin's refund of the same amount", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await expect(fixture.refund(fixture.second, { pieces: 1 })).rejects.toMatchObject({
		code: "refund_rejected",
	});
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	await fixture.stripe.refundInDashboard(fixture.intent, 1_999);
	await fixture.deliverWebhooks();
	await expect(shipOrder(fixture.staff, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("refunds a share even if another payment's share of the same order is waiting for its refund", async () => {
	const fixture = await createCheckoutShop();
	const ids = { id: "pi_other", orderId: fixture.second };
	const amounts = { amountCents: 5_997, receivedCents: 5_997, status: "cancelled" as const };
	await fixture.db.insert(payments).values({ ...ids, ...amounts, updatedAt: new Date() });
	await fixture.db.insert(refundRequests).values({
		...{ id: "other", orderId: fixture.second, paymentId: "pi_other", amountCents: 5_997 },
		...{ pieces: 0, restocked: 0, reason: "unused", stripeKey: "other", status: "waiting" },
	});
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	await fixture.deliverWebhooks();
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: 5_997 }]);
});

test("the checkout page shows the refunded amount of each order, whether refunded in the shop or in Stripe's Dashboard", async () => {
	const fixture = await createCheckoutShop();
	const readRefundedCents = async ({
		shop,
		checkoutId,
	}: Pick<typeof fixture, "shop" | "checkoutId">) =>
		(await readCheckoutPage(shop, checkoutId)).orders.map(({ refundedCents }) => refundedCents);
	await fixture.pay();
	await fixture.refund(fixture.second);
	expect(await readRefundedCents(fixture)).toEqual([0, 5_997, 0]);
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.deliverWebhooks();
	expect(await readRefundedCents(fixture), "after refunding the rest").toEqual([
		totalCents,
		5_997,
		3_998,
	]);
	const fullyRefunded = await createCheckoutShop();
	await fullyRefunded.pay();
	await fullyRefunded.stripe.refundInDashboard(fullyRefunded.intent);
	await fullyRefunded.deliverWebhooks();
	expect(await readRefundedCents(fullyRefunded)).toEqual([totalCents, 5_997, 3_998]);
	expect(await fullyRefunded.states()).toEqual(["refunded", "refunded", "refunded"]);
});
