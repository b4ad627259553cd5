import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { createPaymentFixture, totalCents } from "../../../tests/model/payment-fixture.ts";
import type { Shop } from "../context.ts";
import { requireOrderInAnyState } from "../orders/read.ts";
import { getTimeline } from "../orders/timeline.ts";
import { readUnusedShareRefunds } from "./order-refunds.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const [secondCents, thirdCents] = [5_997, 3_998];

async function readReturned(shop: Shop, id: string) {
	const returned = await readUnusedShareRefunds(shop, await requireOrderInAnyState(shop, id));
	return returned.map(({ amountCents, status }) => [amountCents, status]);
}

/** The shop of a charged checkout, some of whose orders were canceled before the shop knew of the charge. */
async function createShopWithCanceled(...canceled: ("first" | "second" | "third")[]) {
	const fixture = await createCheckoutShop();
	const { db, stripe, shop } = fixture;
	await stripe.chargeCard(fixture.secret);
	for (const name of canceled) {
		await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, fixture[name]));
	}
	await fixture.deliverWebhooks();
	return { ...fixture, returned: (id: string) => readReturned(shop, id) };
}

test("the customer of a canceled order sees the refund of its share, from waiting to refunded, and none on the paid orders", async () => {
	const fixture = await createShopWithCanceled("second");
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "waiting"]]);
	await fixture.stripe.setSwitches(fixture.first, { refunds: "pending" });
	await fixture.sweepRefunds();
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "pending"]]);
	const [refund] = (await fixture.stripe.readLedger()).refunds;
	await fixture.stripe.settleRefund(refund?.id ?? "", "succeeded");
	await fixture.deliverWebhooks();
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "succeeded"]]);
	expect(await fixture.returned(fixture.first)).toEqual([]);
	const events = await getTimeline(fixture.shop, fixture.second);
	expect(events.map(({ text }) => text)).toContain("$59.97 refunded");
});

test("staff see why a share is not refunded, and its refund's id; the customer only that it is not", async () => {
	const fixture = await createShopWithCanceled("second");
	const read = async (shop: Shop) =>
		readUnusedShareRefunds(shop, await requireOrderInAnyState(shop, fixture.second));
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	const rejected = { amountCents: secondCents, status: "rejected" };
	expect(await read(fixture.staff)).toMatchObject([
		{ ...rejected, reason: "unused", message: expect.stringContaining("balance") },
	]);
	expect(await read(fixture.shop)).toMatchObject([{ ...rejected, reason: null, message: null }]);
	await fixture.stripe.setSwitches(fixture.first, { refunds: "normal" });
	const refundId = await fixture.stripe.refundInDashboard(fixture.intent, secondCents);
	await fixture.deliverWebhooks();
	const refunded = { amountCents: secondCents, status: "succeeded" };
	expect(await read(fixture.staff)).toMatchObject([{ ...refunded, refundId }]);
	expect(await read(fixture.shop)).toMatchObject([{ ...refunded, refundId: null }]);
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.deliverWebhooks();
	expect(await read(fixture.staff)).toMatchObject([
		{ amountCents: secondCents, status: "failed", message: "lost_or_stolen_card", refundId },
	]);
});

test("a refund of a share that failed is shown once, also after it was refunded in the Dashboard", async () => {
	const fixture = await createShopWithCanceled("second");
	await fixture.sweepRefunds();
	const [refund] = (await fixture.stripe.readLedger()).refunds;
	await fixture.stripe.settleRefund(refund?.id ?? "", "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "failed"]]);
	await fixture.stripe.refundInDashboard(fixture.intent, secondCents);
	await fixture.deliverWebhooks();
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "succeeded"]]);
});

test("a refund in the Dashboard is shown on the orders whose shares it was subtracted from, each to its share", async () => {
	const fixture = await createShopWithCanceled("second", "third");
	await fixture.stripe.refundInDashboard(fixture.intent, secondCents + thirdCents - 1_000);
	await fixture.sweepRefunds();
	const all = [
		...(await fixture.returned(fixture.second)),
		...(await fixture.returned(fixture.third)),
	];
	expect(all.every(([, status]) => status === "succeeded")).toBe(true);
	expect(all.map(([cents]) => cents)).toContain(1_000);
	const sumOf = (returned: typeof all) => returned.reduce((sum, [cents]) => sum + Number(cents), 0);
	expect(sumOf(await fixture.returned(fixture.second))).toBe(secondCents);
	expect(sumOf(await fixture.returned(fixture.third))).toBe(thirdCents);
});

test("a refund in the Dashboard of more than the canceled order is of its share only", async () => {
	const fixture = await createShopWithCanceled("second");
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.sweepRefunds();
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "succeeded"]]);
});

test("each order of a payment that paid none shows the refund of its share", async () => {
	const fixture = await createShopWithCanceled("first", "second", "third");
	expect(await fixture.returned(fixture.first)).toEqual([[totalCents, "succeeded"]]);
	expect(await fixture.returned(fixture.second)).toEqual([[secondCents, "succeeded"]]);
	expect(await fixture.returned(fixture.third)).toEqual([[thirdCents, "succeeded"]]);
});

test("each order of a payment that paid none, and that Stripe refuses to refund, shows that its share is on its way, and staff why", async () => {
	const fixture = await createCheckoutShop();
	await fixture.stripe.setSwitches(fixture.first, { refunds: "rejected" });
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.deliverWebhooks();
	const record = await requireOrderInAnyState(fixture.staff, fixture.third);
	expect(await readUnusedShareRefunds(fixture.staff, record)).toMatchObject([
		{ amountCents: thirdCents, status: "waiting", message: expect.stringContaining("rejects") },
	]);
});

test("a canceled order whose payment was not charged shows nothing, nor does one with a dispute", async () => {
	const fixture = await createPaymentFixture();
	const { db, order, stripe, intent } = fixture;
	const shop = fixture.createContext(fixture.shopper);
	await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, order));
	expect(await readReturned(shop, order)).toEqual([]);
	await stripe.chargeCard(fixture.secret);
	await stripe.dispute(intent);
	await fixture.deliverWebhooks();
	expect(await readReturned(shop, order)).toEqual([]);
	fixture.local.close();
});

test("an order that another payment has paid shows the refund of the one that it did not need", async () => {
	const fixture = await createPaymentFixture();
	const transaction = { paidAt: new Date(), transactionId: "pi_other" };
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.db.update(orders).set(transaction).where(eq(orders.id, fixture.order));
	await fixture.deliverWebhooks();
	const shop = fixture.createContext(fixture.shopper);
	expect(await readReturned(shop, fixture.order)).toEqual([[totalCents, "succeeded"]]);
	fixture.local.close();
});
