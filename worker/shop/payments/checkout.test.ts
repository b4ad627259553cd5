import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { dailySales, orders, paymentOrders, payments } from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { checkoutCents, totalCents } from "../../../tests/model/payment-fixture.ts";
import { checkPaymentRaces } from "../../../tests/model/payment-races.ts";
import { getIntentId } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { getLedger } from "./ledger.ts";
import { confirmCheckout, confirmPayment } from "./settle.ts";
import { startCheckoutPayment, startPayment } from "./start.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

test("one payment pays for all orders of a checkout and records each order's share", async () => {
	const fixture = await createCheckoutShop();
	expect(await fixture.pay()).toBe(3);
	const rows = await fixture.db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, fixture.intentId));
	expect(rows.map(({ id }) => id)).toEqual(fixture.orderIds);
	const shares = await fixture.db
		.select()
		.from(paymentOrders)
		.where(eq(paymentOrders.paymentId, fixture.intentId))
		.orderBy(desc(paymentOrders.amountCents));
	expect(shares.map(({ amountCents }) => amountCents)).toEqual([7_996, 5_997, 3_998]);
	expect(await fixture.pay().catch(() => 0), "confirmed again").toBe(0);
	const [sales] = await fixture.db.select().from(dailySales);
	expect(sales).toMatchObject({ orders: 3, revenueCents: checkoutCents });
	expect(await fixture.reconcile()).toMatchObject({
		payments: 1,
		usedPayments: 1,
		differenceCents: 0,
	});
});

test("reopening the payment page reuses the intent, unless an order was canceled in the meantime", async () => {
	const fixture = await createCheckoutShop();
	expect(getIntentId(await fixture.start(checkoutCents))).toBe(fixture.intentId);
	await cancelOrder(fixture.shopperContext, fixture.third);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status, "canceled").toBe(400);
	await expect(fixture.start(checkoutCents)).rejects.toMatchObject({ code: "checkout_changed" });
	const secret = await fixture.start(checkoutCents - 3_998);
	expect(getIntentId(secret)).not.toBe(fixture.intentId);
	expect(await fixture.pay(secret)).toBe(2);
	expect(await fixture.readStates()).toEqual(["paid", "paid", "cancelled"]);
	await expect(fixture.start(1)).rejects.toMatchObject({ code: "already_paid" });
	expect(await fixture.reconcile()).toMatchObject({
		payments: 1,
		usedPayments: 1,
		differenceCents: 0,
	});
});

test("an intent that was created but not recorded does not block paying for the rest of the checkout", async () => {
	const fixture = await createCheckoutShop();
	await cancelOrder(fixture.shopperContext, fixture.third);
	const interruptedContext = fixture.createContext(fixture.shopper, (queries) => {
		if (queries.some((sql) => sql.startsWith('insert into "payments"'))) throw new Error("killed");
	});
	const start = (context: typeof interruptedContext, cents: number) =>
		startCheckoutPayment(context, fixture.checkoutId, cents);
	await expect(start(interruptedContext, totalCents + 5_997)).rejects.toThrow("killed");
	await cancelOrder(fixture.shopperContext, fixture.second);
	expect(await fixture.pay(await fixture.start(totalCents))).toBe(1);
});

test("paying for one order alone cancels the open payment for the whole checkout", async () => {
	const fixture = await createCheckoutShop();
	const secret = await startPayment(fixture.shopperContext, totalCents, fixture.first);
	expect((await fixture.stripe.chargeCard(fixture.secret)).status).toBe(400);
	await fixture.stripe.chargeCard(secret);
	expect(await confirmPayment(fixture.shopperContext, fixture.first, getIntentId(secret))).toBe(1);
	expect(await fixture.readStates()).toEqual(["paid", "unpaid", "unpaid"]);
	expect(await fixture.pay(await fixture.start(checkoutCents - totalCents))).toBe(2);
	expect(await fixture.reconcile()).toMatchObject({
		payments: 2,
		usedPayments: 2,
		differenceCents: 0,
	});
});

test("an order's own payment and its checkout's payment cannot both be charged, whenever the second one starts", async () => {
	for (let point = 0, isFinished = false; !isFinished; point += 1) {
		const fixture = await createCheckoutShop();
		const secrets: string[] = [];
		let roundTrips = 0;
		const startCheckout = async () => {
			if (roundTrips++ === point) secrets.push(await fixture.start(checkoutCents));
		};
		const tab = fixture.createContext(fixture.shopper, startCheckout);
		secrets.push(await startPayment(tab, 5_997, fixture.second));
		isFinished = secrets.length === 1;
		const charges = secrets.map((secret) => fixture.stripe.chargeCard(secret));
		const statuses = (await Promise.all(charges)).map(({ status }) => status);
		expect(
			statuses.filter((status) => status === 200),
			`before round trip ${point}`,
		).toHaveLength(1);
	}
});

test("the last unpaid order of a checkout is paid like an order that was placed alone", async () => {
	const fixture = await createCheckoutShop();
	await cancelOrder(fixture.shopperContext, fixture.second);
	await cancelOrder(fixture.shopperContext, fixture.third);
	const secret = await fixture.start(totalCents);
	expect(getIntentId(await startPayment(fixture.shopperContext, totalCents, fixture.first))).toBe(
		getIntentId(secret),
	);
	const { intents } = await fixture.stripe.readLedger();
	const intent = intents.find(({ id }) => id === getIntentId(secret));
	expect(intent?.metadata).not.toHaveProperty("checkout");
	expect(await fixture.pay(secret)).toBe(1);
});

test("refunds the whole payment if all its orders were canceled", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.sweep();
	const { refunds } = await fixture.stripe.readLedger();
	expect(refunds).toMatchObject([{ amount: checkoutCents }]);
	const [payment] = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, fixture.intentId));
	expect(payment).toMatchObject({ status: "refunded", problem: "the orders were canceled" });
});

test("orders of a checkout expire individually, but not while a bank processes their payment", async () => {
	const fixture = await createCheckoutShop();
	const soon = new Date(Date.now() + 3_600_000);
	await fixture.db
		.update(orders)
		.set({ reservedUntil: new Date() })
		.where(eq(orders.id, fixture.third));
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	await sweepUnpaidOrders(fixture.createContext(null), soon);
	expect(await fixture.readStates()).toEqual(["unpaid", "unpaid", "unpaid"]);
	await fixture.stripe.settlePayment(fixture.intentId, "failed");
	await sweepUnpaidOrders(fixture.createContext(null), new Date(soon.getTime() + 3_600_000));
	expect(await fixture.readStates()).toEqual(["unpaid", "unpaid", "cancelled"]);
	expect(await fixture.pay(await fixture.start(checkoutCents - 3_998))).toBe(2);
});

test("the ledger lists a payment for several orders once", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	const period = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
	const { entries } = await getLedger(fixture.adminContext, period);
	expect(entries).toMatchObject([
		{
			orderId: fixture.first,
			otherOrderCount: 2,
			stripeCents: checkoutCents,
			booksCents: checkoutCents,
		},
	]);
});

test("another shopper can neither start nor confirm the payment", async () => {
	const fixture = await createCheckoutShop();
	const otherShopper = fixture.createContext(await fixture.localShop.addAccount());
	const forbidden = { code: "forbidden" };
	await expect(
		startCheckoutPayment(otherShopper, fixture.checkoutId, checkoutCents),
	).rejects.toMatchObject(forbidden);
	await expect(
		confirmCheckout(otherShopper, fixture.checkoutId, fixture.intentId),
	).rejects.toMatchObject(forbidden);
});

test("a payment that is missing from a restored database pays for the orders of its checkout", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.delete(payments);
	await fixture.db.delete(paymentOrders);
	await fixture.deliverWebhooks();
	expect(await fixture.readStates()).toEqual(["paid", "paid", "paid"]);
});

test("accounts for every cent of a checkout in any interleaving of payments, cancellations and refunds", async () => {
	const totals = await checkPaymentRaces(25, { isCheckout: true });
	expect(totals.usedPayments + totals.refunded + totals.waiting).toBe(totals.payments);
	expect(totals.usedPayments).toBeGreaterThan(0);
	expect(totals.differenceCents).toBe(0);
}, 120_000);
