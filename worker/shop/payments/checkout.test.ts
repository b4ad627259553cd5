import { desc, eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import {
	dailySales,
	orders,
	paymentOrders,
	payments,
	productSales,
	refundRequests,
} from "#worker/db/schema.ts";
import { findOutdatedTables } from "../../../scripts/backup/derived.ts";
import {
	checkoutCents,
	createCheckoutFixture,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { checkPaymentRaces } from "../../../tests/model/payment-races.ts";
import { auditMoney } from "../../../tests/support/money-audit.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { shipOrder } from "../orders/ship.ts";
import { getLedger } from "./ledger.ts";
import { listRefunds } from "./order-refunds.ts";
import { refundOrder } from "./refund-order.ts";
import { getRefundable } from "./refundable.ts";
import { confirmCheckout, confirmPayment, settlePayment } from "./settle.ts";
import { startCheckoutPayment, startPayment } from "./start.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

async function createFixture() {
	const fixture = await createCheckoutFixture();
	onTestFinished(fixture.local.close);
	const { createContext, shopper, admin, checkoutId, db, stripe } = fixture;
	const [first = "", second = "", third = ""] = fixture.orderIds;
	const all = { restock: true, reason: "requested", note: null, idempotencyKey: null } as const;
	return {
		...fixture,
		...{ first, second, third },
		shop: createContext(shopper),
		staff: createContext(admin),
		pay: async (secret = fixture.secret) => {
			await stripe.chargeCard(secret);
			return confirmCheckout(createContext(shopper), checkoutId, intentIdOf(secret));
		},
		start: (cents: number) => startCheckoutPayment(createContext(shopper), checkoutId, cents),
		refund: (order: string, values = {}) =>
			refundOrder(createContext(admin), order, { ...all, ...values }),
		states: async () => {
			const rows = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
			return rows.map(({ state }) => state);
		},
		audit: async () => auditMoney(db, await stripe.readLedger()),
	};
}

test("one payment pays all orders of a checkout, each with its share and the transaction", async () => {
	const fixture = await createFixture();
	expect(await fixture.pay()).toBe(3);
	const rows = await fixture.db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, fixture.intent));
	expect(rows.map(({ id }) => id)).toEqual(fixture.orderIds);
	const shares = await fixture.db
		.select()
		.from(paymentOrders)
		.where(eq(paymentOrders.paymentId, fixture.intent))
		.orderBy(desc(paymentOrders.amountCents));
	expect(shares.map(({ amountCents }) => amountCents)).toEqual([7_996, 5_997, 3_998]);
	expect(await fixture.pay().catch(() => 0), "again").toBe(0);
	const [sales] = await fixture.db.select().from(dailySales);
	expect(sales).toMatchObject({ orders: 3, revenueCents: checkoutCents });
	expect(await fixture.audit()).toMatchObject({ payments: 1, paidOnce: 1, differenceCents: 0 });
});

test("reopening the page gives the same intent; after one order is canceled, another for the rest", async () => {
	const fixture = await createFixture();
	expect(intentIdOf(await fixture.start(checkoutCents))).toBe(fixture.intent);
	await cancelOrder(fixture.shop, fixture.third);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status, "canceled").toBe(400);
	await expect(fixture.start(checkoutCents)).rejects.toMatchObject({ code: "checkout_changed" });
	const secret = await fixture.start(checkoutCents - 3_998);
	expect(intentIdOf(secret)).not.toBe(fixture.intent);
	expect(await fixture.pay(secret)).toBe(2);
	expect(await fixture.states()).toEqual(["paid", "paid", "cancelled"]);
	await expect(fixture.start(1)).rejects.toMatchObject({ code: "already_paid" });
	expect(await fixture.audit()).toMatchObject({ payments: 1, paidOnce: 1, differenceCents: 0 });
});

test("one order of a checkout can be paid alone, which cancels the payment of all", async () => {
	const fixture = await createFixture();
	const secret = await startPayment(fixture.shop, totalCents, fixture.first);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status).toBe(400);
	await fixture.stripe.chargeCard(secret);
	expect(await confirmPayment(fixture.shop, fixture.first, intentIdOf(secret))).toBe(1);
	expect(await fixture.states()).toEqual(["paid", "unpaid", "unpaid"]);
	expect(await fixture.pay(await fixture.start(checkoutCents - totalCents))).toBe(2);
	expect(await fixture.audit()).toMatchObject({ payments: 2, paidOnce: 2, differenceCents: 0 });
});

test("a checkout of which one order is left is paid like an order that was placed alone", async () => {
	const fixture = await createFixture();
	await cancelOrder(fixture.shop, fixture.second);
	await cancelOrder(fixture.shop, fixture.third);
	const secret = await fixture.start(totalCents);
	expect(intentIdOf(await startPayment(fixture.shop, totalCents, fixture.first))).toBe(
		intentIdOf(secret),
	);
	const { intents } = await fixture.stripe.readLedger();
	const intent = intents.find(({ id }) => id === intentIdOf(secret));
	expect(intent?.metadata).not.toHaveProperty("checkout");
	expect(await fixture.pay(secret)).toBe(1);
});

test("the share of an order that was canceled after the charge is refunded by the sweep, and the others are paid", async () => {
	const fixture = await createFixture();
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
	expect(await findOutdatedTables(fixture.local.d1)).toEqual([]);
	expect(await fixture.audit()).toMatchObject({ paidOnce: 1, differenceCents: 0, lost: [] });
});

test("a share that Stripe refuses to refund is a problem that admins see", async () => {
	const fixture = await createFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const cancelled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(cancelled).where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await settlePayment(fixture.staff, fixture.intent);
	const [payment] = await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent));
	expect(payment?.problem).toContain("$59.97 is not refunded");
});

test("after a share that Stripe refused to refund is refunded in the Dashboard, the other orders can be shipped, unless more is refunded", async () => {
	const fixture = await createFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const cancelled = { cancelledAt: new Date() };
	await fixture.db.update(orders).set(cancelled).where(eq(orders.id, fixture.second));
	await fixture.deliverWebhooks();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "normal" });
	await fixture.stripe.refundInDashboard(fixture.intent, 5_997);
	await fixture.deliverWebhooks();
	const readPayment = () =>
		fixture.db.select().from(payments).where(eq(payments.id, fixture.intent)).get();
	expect(await readPayment()).toMatchObject({ status: "paid", hold: null, problem: null });
	await shipOrder(fixture.staff, fixture.first);
	await fixture.stripe.refundInDashboard(fixture.intent, 1);
	await fixture.deliverWebhooks();
	expect(await readPayment()).toMatchObject({ hold: "partly_refunded" });
	await expect(shipOrder(fixture.staff, fixture.third)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
	expect(await fixture.audit()).toMatchObject({ differenceCents: 0, lost: [] });
});

test("a payment none of whose orders is unpaid is refunded in full", async () => {
	const fixture = await createFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.sweep();
	const { refunds } = await fixture.stripe.readLedger();
	expect(refunds).toMatchObject([{ amount: checkoutCents }]);
	const [payment] = await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent));
	expect(payment).toMatchObject({ status: "refunded", problem: "the orders were canceled" });
});

test("an order that another payment has paid is not paid twice: its share goes back", async () => {
	const fixture = await createFixture();
	const transaction = { paidAt: new Date(), transactionId: "pi_other" };
	await fixture.db.update(orders).set(transaction).where(eq(orders.id, fixture.first));
	await fixture.pay();
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: totalCents }]);
	const rows = await fixture.db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, fixture.intent));
	expect(rows.map(({ id }) => id)).toEqual([fixture.second, fixture.third]);
});

test("refunds of one order are of its share: the others can be refunded and shipped as before", async () => {
	const fixture = await createFixture();
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
	expect(await listRefunds(fixture.staff, fixture.first)).toEqual([]);
	expect(await listRefunds(fixture.staff, fixture.second)).toHaveLength(2);
	await shipOrder(fixture.staff, fixture.first);
	expect(await fixture.audit()).toMatchObject({ paidOnce: 1, differenceCents: 0, lost: [] });
});

test("the database rejects a refund of more than the order's share, even if the payment has more", async () => {
	const fixture = await createFixture();
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

test("a refund in Stripe's Dashboard, which is of no order, is divided among all, and holds all", async () => {
	const fixture = await createFixture();
	await fixture.pay();
	await fixture.stripe.refundInDashboard(fixture.intent, 1_000);
	await fixture.deliverWebhooks();
	const parts = await Promise.all(
		fixture.orderIds.map(async (id) => (await listRefunds(fixture.staff, id))[0]?.amountCents),
	);
	expect(parts.reduce((sum: number, cents) => sum + (cents ?? 0), 0)).toBe(1_000);
	expect(parts.every((cents) => cents !== undefined && cents > 0)).toBe(true);
	const sold = await fixture.db.select().from(productSales);
	expect(sold.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(checkoutCents - 1_000);
	expect(await findOutdatedTables(fixture.local.d1)).toEqual([]);
	await expect(shipOrder(fixture.staff, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("an expired order does not keep the others from being paid, and none expires while a bank processes the payment", async () => {
	const fixture = await createFixture();
	const soon = new Date(Date.now() + 3_600_000);
	await fixture.db
		.update(orders)
		.set({ reservedUntil: new Date() })
		.where(eq(orders.id, fixture.third));
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	await sweepUnpaidOrders(fixture.createContext(null), soon);
	expect(await fixture.states()).toEqual(["unpaid", "unpaid", "unpaid"]);
	await fixture.stripe.settlePayment(fixture.intent, "failed");
	await sweepUnpaidOrders(fixture.createContext(null), new Date(soon.getTime() + 3_600_000));
	expect(await fixture.states()).toEqual(["unpaid", "unpaid", "cancelled"]);
	expect(await fixture.pay(await fixture.start(checkoutCents - 3_998))).toBe(2);
});

test("the books list a payment of several orders once", async () => {
	const fixture = await createFixture();
	await fixture.pay();
	const period = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
	const { entries } = await getLedger(fixture.staff, period);
	expect(entries).toMatchObject([
		{
			orderId: fixture.first,
			otherOrders: 2,
			stripeCents: checkoutCents,
			booksCents: checkoutCents,
		},
	]);
});

test("another shopper can neither start nor confirm the payment", async () => {
	const fixture = await createFixture();
	const other = fixture.createContext(await fixture.local.addAccount());
	const forbidden = { code: "forbidden" };
	await expect(
		startCheckoutPayment(other, fixture.checkoutId, checkoutCents),
	).rejects.toMatchObject(forbidden);
	await expect(confirmCheckout(other, fixture.checkoutId, fixture.intent)).rejects.toMatchObject(
		forbidden,
	);
});

test("a payment that the database does not know, because it is older, pays the orders of its checkout", async () => {
	const fixture = await createFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.delete(payments);
	await fixture.db.delete(paymentOrders);
	await fixture.deliverWebhooks();
	expect(await fixture.states()).toEqual(["paid", "paid", "paid"]);
});

test("loses no cent of a checkout, however payments, cancellations and refunds of its orders are interleaved", async () => {
	const sums = await checkPaymentRaces(60, { isCheckout: true });
	expect(sums.paidOnce + sums.refunded + sums.waiting).toBe(sums.payments);
	expect(sums.paidOnce).toBeGreaterThan(0);
	expect(sums.differenceCents).toBe(0);
}, 120_000);
