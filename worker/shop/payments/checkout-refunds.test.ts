import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkoutLinesMax } from "#contract/limits.ts";
import { dailySales, orders, payments, productSales, refundRequests } from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import {
	checkoutCents,
	createOrderFixture,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { getIntentId } from "../../../tests/support/stripe.ts";
import { readCheckoutPage } from "../orders/checkout.ts";
import { placeOrders } from "../orders/place.ts";
import { shipOrder } from "../orders/ship.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { getRefundable } from "./plan-refund.ts";
import { confirmCheckout, confirmPayment, settlePayment } from "./settle.ts";
import { startCheckoutPayment } from "./start.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Fixture = Awaited<ReturnType<typeof createCheckoutShop>>;

const cancelSecond = ({ db, second }: Fixture) =>
	db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, second));

test("refunds only the share of an order that was canceled after the charge", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	await fixture.deliverWebhooks();
	expect(await fixture.readStates()).toEqual(["paid", "cancelled", "paid"]);
	expect(await fixture.db.select().from(refundRequests)).toMatchObject([
		{ orderId: fixture.second, amountCents: 5_997, reason: "unused", status: "waiting" },
	]);
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: 5_997 }]);
	const [payment] = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, fixture.intentId));
	expect(payment).toMatchObject({ status: "paid", hold: null, problem: null });
	await shipOrder(fixture.adminContext, fixture.first);
	const [sales] = await fixture.db.select().from(dailySales);
	expect(sales).toMatchObject({ orders: 2, revenueCents: checkoutCents - 5_997 });
	expect(await findOutdatedDerivedTables(fixture.localShop.d1)).toEqual([]);
	expect(await fixture.reconcile()).toMatchObject({
		usedPayments: 1,
		differenceCents: 0,
		lost: [],
	});
});

test("requests a share's refund only once if two events arrive in the same millisecond", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createCheckoutShop();
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	for (let event = 0; event < 2; event += 1) {
		expect(await settlePayment(fixture.adminContext, fixture.intentId)).toBe("paid");
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
	await settlePayment(fixture.adminContext, fixture.intentId);
	expect(await fixture.reconcile()).toMatchObject({ waiting: 1, differenceCents: 0, lost: [] });
	await shipOrder(fixture.adminContext, fixture.first);
	const { refunds } = await fixture.stripe.readLedger();
	for (const { id } of refunds) await fixture.stripe.settleRefund(id, "succeeded");
	await fixture.deliverWebhooks();
	await settlePayment(fixture.adminContext, fixture.intentId);
	expect(await fixture.reconcile()).toMatchObject({
		usedPayments: 1,
		differenceCents: 0,
		lost: [],
	});
	const [payment] = await fixture.db
		.select()
		.from(payments)
		.where(eq(payments.id, fixture.intentId));
	expect(payment).toMatchObject({ status: "paid", problem: null });
});

test("refunds the share of an order that another payment has already paid", async () => {
	const fixture = await createCheckoutShop();
	const transaction = { paidAt: new Date(), transactionId: "pi_other" };
	await fixture.db.update(orders).set(transaction).where(eq(orders.id, fixture.first));
	await fixture.pay();
	const confirm = confirmPayment(fixture.shopperContext, fixture.first, fixture.intentId);
	await expect(confirm).rejects.toMatchObject({ code: "payment_required" });
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: totalCents }]);
	const rows = await fixture.db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, fixture.intentId));
	expect(rows.map(({ id }) => id)).toEqual([fixture.second, fixture.third]);
});

test("limits an order's refunds to its share of the payment", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.refund(fixture.second, { pieces: 1 });
	expect(await getRefundable(fixture.adminContext, fixture.second)).toMatchObject({
		remainingCents: 2 * 1_999,
		piecesLeft: 2,
	});
	expect(await getRefundable(fixture.adminContext, fixture.first)).toMatchObject({
		remainingCents: totalCents,
	});
	await expect(fixture.refund(fixture.third, { amountCents: 3_999 })).rejects.toMatchObject({
		code: "refund_too_large",
	});
	await fixture.refund(fixture.second);
	expect(await fixture.readStates()).toEqual(["paid", "refunded", "paid"]);
	expect(await listOrderRefunds(fixture.adminContext, fixture.first)).toEqual([]);
	expect(await listOrderRefunds(fixture.adminContext, fixture.second)).toHaveLength(2);
	await shipOrder(fixture.adminContext, fixture.first);
	expect(await fixture.reconcile()).toMatchObject({
		usedPayments: 1,
		differenceCents: 0,
		lost: [],
	});
});

test("the database rejects a refund that exceeds the order's share, even if more is left of the payment", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	const insert = (amountCents: number) =>
		fixture.db.insert(refundRequests).values({
			id: `r${amountCents}`,
			orderId: fixture.third,
			paymentId: fixture.intentId,
			amountCents,
			pieces: 0,
			restocked: 0,
			reason: "other",
			stripeKey: "k",
		});
	await expect(insert(3_999)).rejects.toMatchObject({
		cause: { message: expect.stringContaining("refund exceeds the share of the order") },
	});
	await insert(3_998);
});

test("limits an order's refundable amount to what is left of the payment after all other refunds, including waiting ones", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.refundInDashboard(fixture.intentId, 12_000);
	await fixture.deliverWebhooks();
	await fixture.db.insert(refundRequests).values({
		id: "waiting",
		orderId: fixture.third,
		paymentId: fixture.intentId,
		amountCents: 3_998,
		pieces: 0,
		restocked: 0,
		reason: "other",
		stripeKey: "k",
	});
	expect(await getRefundable(fixture.adminContext, fixture.second)).toMatchObject({
		remainingCents: checkoutCents - 12_000 - 3_998,
	});
});

test("a Dashboard refund is divided among all orders of the payment and blocks shipping them", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.refundInDashboard(fixture.intentId, 1_000);
	await fixture.deliverWebhooks();
	const parts = await Promise.all(
		fixture.orderIds.map(
			async (id) => (await listOrderRefunds(fixture.adminContext, id))[0]?.amountCents,
		),
	);
	expect(parts.reduce((sum: number, cents) => sum + (cents ?? 0), 0)).toBe(1_000);
	expect(parts.every((cents) => cents !== undefined && cents > 0)).toBe(true);
	const sales = await fixture.db.select().from(productSales);
	expect(sales.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(
		checkoutCents - 1_000,
	);
	expect(await findOutdatedDerivedTables(fixture.localShop.d1)).toEqual([]);
	// "The rest in Stripe" would be the rest of all orders of the payment.
	await expect(shipOrder(fixture.adminContext, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
		message: expect.stringMatching(/refunded in Stripe. Refund the rest of this order.$/),
	});
	await fixture.refund(fixture.first);
	expect(await getRefundable(fixture.adminContext, fixture.first)).toMatchObject({
		remainingCents: 0,
	});
	expect(
		(await getRefundable(fixture.adminContext, fixture.second)).remainingCents,
	).toBeGreaterThan(0);
});

test("puts the payment on hold after a Dashboard refund, even if Stripe rejected an admin's refund of the same amount", async () => {
	const fixture = await createCheckoutShop();
	await fixture.pay();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await expect(fixture.refund(fixture.second, { pieces: 1 })).rejects.toMatchObject({
		code: "refund_rejected",
	});
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	await fixture.stripe.refundInDashboard(fixture.intentId, 1_999);
	await fixture.deliverWebhooks();
	await expect(shipOrder(fixture.adminContext, fixture.first)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("refunds a share even if the same order's share of another payment is waiting for a refund", async () => {
	const fixture = await createCheckoutShop();
	await fixture.db.insert(payments).values({
		id: "pi_other",
		orderId: fixture.second,
		amountCents: 5_997,
		receivedCents: 5_997,
		status: "cancelled",
		updatedAt: new Date(),
	});
	await fixture.db.insert(refundRequests).values({
		id: "other",
		orderId: fixture.second,
		paymentId: "pi_other",
		amountCents: 5_997,
		pieces: 0,
		restocked: 0,
		reason: "unused",
		stripeKey: "other",
		status: "waiting",
	});
	await fixture.stripe.chargeCard(fixture.secret);
	await cancelSecond(fixture);
	await fixture.deliverWebhooks();
	await fixture.sweepRefunds();
	expect((await fixture.stripe.readLedger()).refunds).toMatchObject([{ amount: 5_997 }]);
});

test("the checkout page shows each order's refunds from both the shop and Stripe's Dashboard", async () => {
	const fixture = await createCheckoutShop();
	const readRefundedCents = async ({
		shopperContext,
		checkoutId,
	}: Pick<typeof fixture, "shopperContext" | "checkoutId">) =>
		(await readCheckoutPage(shopperContext, checkoutId)).orders.map(
			({ refundedCents }) => refundedCents,
		);
	await fixture.pay();
	await fixture.refund(fixture.second);
	expect(await readRefundedCents(fixture)).toEqual([0, 5_997, 0]);
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	expect(await readRefundedCents(fixture), "after refunding the rest").toEqual([
		totalCents,
		5_997,
		3_998,
	]);
	const fullyRefundedFixture = await createCheckoutShop();
	await fullyRefundedFixture.pay();
	await fullyRefundedFixture.stripe.refundInDashboard(fullyRefundedFixture.intentId);
	await fullyRefundedFixture.deliverWebhooks();
	expect(await readRefundedCents(fullyRefundedFixture)).toEqual([totalCents, 5_997, 3_998]);
	expect(await fullyRefundedFixture.readStates()).toEqual(["refunded", "refunded", "refunded"]);
});

test("settles several Dashboard refunds of a payment for 200 orders within D1's limit of 30 seconds for a statement", async () => {
	const { localShop, createContext, shopper, stripe, db } = await createOrderFixture();
	onTestFinished(localShop.close);
	const lines = [];
	for (let index = 0; index < checkoutLinesMax; index += 1)
		lines.push({ productId: await localShop.addProduct(1), quantity: 1 });
	const shopperContext = createContext(shopper);
	const delivery = { location: "Here", phone: "1", idempotencyKey: null };
	const { checkoutId } = await placeOrders(shopperContext, { lines, ...delivery });
	const secret = await startCheckoutPayment(shopperContext, checkoutId, 1_999 * checkoutLinesMax);
	await stripe.chargeCard(secret);
	const intentId = getIntentId(secret);
	await confirmCheckout(shopperContext, checkoutId, intentId);
	for (let refund = 0; refund < 6; refund += 1) await stripe.refundInDashboard(intentId, 1_001);
	await settlePayment(createContext(null), intentId);
	const [sales] = await db.select().from(dailySales);
	expect(sales?.revenueCents).toBe(1_999 * checkoutLinesMax - 6 * 1_001);
	const { orders: refundedOrders } = await readCheckoutPage(shopperContext, checkoutId);
	const refundedCents = refundedOrders.reduce((sum, order) => sum + order.refundedCents, 0);
	expect(refundedCents).toBe(6 * 1_001);
});
