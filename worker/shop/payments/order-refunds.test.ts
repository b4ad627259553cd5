import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { createPaymentFixture, totalCents } from "../../../tests/model/payment-fixture.ts";
import type { ShopContext } from "../context.ts";
import { requireOrderInAnyState } from "../orders/read.ts";
import { getTimeline } from "../orders/timeline.ts";
import { readUnusedShareRefunds } from "./order-refunds.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const [secondCents, thirdCents] = [5_997, 3_998];

async function readShareRefunds(context: ShopContext, id: string) {
	const refunds = await readUnusedShareRefunds(context, await requireOrderInAnyState(context, id));
	return refunds.map(({ amountCents, status }) => [amountCents, status]);
}

/** Creates a charged checkout. The named orders were canceled before the shop learned of the charge. */
async function createCheckoutWithCanceledOrders(...canceled: ("first" | "second" | "third")[]) {
	const fixture = await createCheckoutShop();
	const { db, stripe, shopperContext } = fixture;
	await stripe.chargeCard(fixture.secret);
	for (const name of canceled) {
		await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, fixture[name]));
	}
	await fixture.deliverWebhooks();
	return { ...fixture, readRefunds: (id: string) => readShareRefunds(shopperContext, id) };
}

test("the customer sees a share's refund and its status only on the canceled order", async () => {
	const fixture = await createCheckoutWithCanceledOrders("second");
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "waiting"]]);
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "pending" });
	await fixture.sweepRefunds();
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "pending"]]);
	const [refund] = (await fixture.stripe.readLedger()).refunds;
	await fixture.stripe.settleRefund(refund?.id ?? "", "succeeded");
	await fixture.deliverWebhooks();
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "succeeded"]]);
	expect(await fixture.readRefunds(fixture.first)).toEqual([]);
	const events = await getTimeline(fixture.shopperContext, fixture.second);
	expect(events.map(({ text }) => text)).toContain("$59.97 refunded");
});

test("only staff see the id of a share's refund and why it failed", async () => {
	const fixture = await createCheckoutWithCanceledOrders("second");
	const read = async (context: ShopContext) =>
		readUnusedShareRefunds(context, await requireOrderInAnyState(context, fixture.second));
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	const rejected = { amountCents: secondCents, status: "rejected" };
	expect(await read(fixture.adminContext)).toMatchObject([
		{ ...rejected, reason: "unused", message: expect.stringContaining("balance") },
	]);
	expect(await read(fixture.shopperContext)).toMatchObject([
		{ ...rejected, reason: null, message: null },
	]);
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.deliverWebhooks();
	const refunded = { amountCents: secondCents, status: "succeeded" };
	expect(await read(fixture.adminContext)).toMatchObject([{ ...refunded, refundId }]);
	expect(await read(fixture.shopperContext)).toMatchObject([{ ...refunded, refundId: null }]);
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	expect(await read(fixture.adminContext)).toMatchObject([
		{ amountCents: secondCents, status: "failed", message: "lost_or_stolen_card", refundId },
	]);
});

test("shows a share's failed refund until the share is refunded in the Dashboard", async () => {
	const fixture = await createCheckoutWithCanceledOrders("second");
	await fixture.sweepRefunds();
	const [refund] = (await fixture.stripe.readLedger()).refunds;
	await fixture.stripe.settleRefund(refund?.id ?? "", "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "failed"]]);
	await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.deliverWebhooks();
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "succeeded"]]);
});

test("divides a Dashboard refund among the orders whose shares it was subtracted from", async () => {
	const fixture = await createCheckoutWithCanceledOrders("second", "third");
	await fixture.stripe.refundInDashboard(fixture.intentId, secondCents + thirdCents - 1_000);
	await fixture.sweepRefunds();
	const shareRefunds = [
		...(await fixture.readRefunds(fixture.second)),
		...(await fixture.readRefunds(fixture.third)),
	];
	expect(shareRefunds.every(([, status]) => status === "succeeded")).toBe(true);
	expect(shareRefunds.map(([cents]) => cents)).toContain(1_000);
	const sumCents = (refunds: typeof shareRefunds) =>
		refunds.reduce((sum, [cents]) => sum + Number(cents), 0);
	expect(sumCents(await fixture.readRefunds(fixture.second))).toBe(secondCents);
	expect(sumCents(await fixture.readRefunds(fixture.third))).toBe(thirdCents);
});

test("shows at most the order's share of a larger Dashboard refund", async () => {
	const fixture = await createCheckoutWithCanceledOrders("second");
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.sweepRefunds();
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "succeeded"]]);
});

test("each canceled order of a fully refunded payment shows the refund of its share", async () => {
	const fixture = await createCheckoutWithCanceledOrders("first", "second", "third");
	expect(await fixture.readRefunds(fixture.first)).toEqual([[totalCents, "succeeded"]]);
	expect(await fixture.readRefunds(fixture.second)).toEqual([[secondCents, "succeeded"]]);
	expect(await fixture.readRefunds(fixture.third)).toEqual([[thirdCents, "succeeded"]]);
});

test("shows staff why a share is waiting if Stripe rejects the full refund of its payment", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.deliverWebhooks();
	const order = await requireOrderInAnyState(fixture.adminContext, fixture.third);
	expect(await readUnusedShareRefunds(fixture.adminContext, order)).toMatchObject([
		{ amountCents: thirdCents, status: "waiting", message: expect.stringContaining("rejects") },
	]);
});

test("a canceled order shows no refund if its payment was not charged or is disputed", async () => {
	const fixture = await createPaymentFixture();
	const { db, orderId, stripe, intentId } = fixture;
	const shopperContext = fixture.createContext(fixture.shopper);
	await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, orderId));
	expect(await readShareRefunds(shopperContext, orderId)).toEqual([]);
	await stripe.chargeCard(fixture.secret);
	await stripe.dispute(intentId);
	await fixture.deliverWebhooks();
	expect(await readShareRefunds(shopperContext, orderId)).toEqual([]);
	fixture.localShop.close();
});

test("a paid order shows the refund of a second payment that was charged for it", async () => {
	const fixture = await createPaymentFixture();
	const transaction = { paidAt: new Date(), transactionId: "pi_other" };
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set(transaction).where(eq(orders.id, fixture.orderId));
	await fixture.deliverWebhooks();
	const shopperContext = fixture.createContext(fixture.shopper);
	expect(await readShareRefunds(shopperContext, fixture.orderId)).toEqual([
		[totalCents, "succeeded"],
	]);
	fixture.localShop.close();
});
