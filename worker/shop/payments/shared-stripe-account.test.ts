import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	createPaidFixture,
	createPaymentFixture,
} from "../../../tests/model/payment-fixture.ts";
import { getIntentId } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { checksUntilAbandoned } from "./payment-rows.ts";
import { confirmPayment } from "./settle.ts";

const log = vi.spyOn(console, "log").mockReturnValue();

test.each([
	["for an unknown order", () => ({ order: "INV-2026-0042" })],
	["for an order of this shop", (order: string) => ({ order })],
	["with the id of another shop", (order: string) => ({ order, shop: "0123456789abcdef" })],
])(
	"logs and ignores another app's payment on the Stripe account, %s",
	async (_, createMetadata) => {
		const fixture = await createOrderFixture();
		const metadata = createMetadata(fixture.orderId);
		const intentId = await fixture.stripe.chargeFromOtherApp(metadata, 7_996);
		await fixture.deliverWebhooks(metadata.order);
		await fixture.sweep();
		const confirming = confirmPayment(
			fixture.createContext(fixture.shopper),
			fixture.orderId,
			intentId,
		);
		await expect(confirming).rejects.toMatchObject({ code: "payment_required" });
		expect((await fixture.stripe.readLedger()).refunds).toEqual([]);
		expect(await fixture.db.select().from(payments)).toEqual([]);
		expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
		expect(log).toHaveBeenCalledWith(expect.stringContaining(intentId));
	},
);

test("ignores a refund and a dispute of another app's payment", async () => {
	const fixture = await createOrderFixture();
	const intentId = await fixture.stripe.chargeFromOtherApp({ order: "INV-1" });
	await fixture.stripe.refundInDashboard(intentId, 100);
	await fixture.stripe.dispute(intentId);
	await fixture.deliverWebhooks("INV-1");
	expect((await fixture.stripe.readLedger()).refunds).toHaveLength(1);
	expect(await fixture.db.select().from(payments)).toEqual([]);
});

test("when two shops share a Stripe account, each settles only its own payment", async () => {
	const [ownShop, otherShop] = [await createPaymentFixture(), await createOrderFixture()];
	await ownShop.stripe.chargeCard(ownShop.secret);
	const [webhook] = await ownShop.stripe.readWebhooks(ownShop.orderId);
	expect(webhook?.body).toContain(ownShop.intentId);
	const copy = await ownShop.stripe.sdk.paymentIntents.retrieve(ownShop.intentId);
	await otherShop.stripe.chargeFromOtherApp({ ...copy.metadata }, copy.amount);
	await otherShop.deliverWebhooks(ownShop.orderId);
	await ownShop.deliverWebhooks();
	expect((await otherShop.stripe.readLedger()).refunds).toEqual([]);
	expect(await ownShop.findOrder()).toMatchObject({ transactionId: ownShop.intentId });
});

test("settles an intent that was recorded before shops had an id", async () => {
	const fixture = await createOrderFixture();
	const oldIntent = await fixture.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: fixture.orderId },
	});
	const secret = oldIntent.client_secret ?? "";
	await fixture.db.insert(payments).values({
		id: oldIntent.id,
		orderId: fixture.orderId,
		amountCents: 7_996,
		updatedAt: new Date(),
	});
	await fixture.stripe.chargeCard(secret);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: getIntentId(secret) });
});

/** Creates an order whose row in `payments` names another app's payment intent, which is still open at Stripe. */
async function createOtherAppFixture() {
	const fixture = await createOrderFixture();
	const intent = await fixture.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: fixture.orderId, shop: "another" },
	});
	await fixture.db
		.insert(payments)
		.values({ id: intent.id, orderId: fixture.orderId, amountCents: 7_996, updatedAt: new Date() });
	const readRow = () => fixture.db.select().from(payments).where(eq(payments.id, intent.id)).get();
	const readStatusAtStripe = async () =>
		(await fixture.stripe.sdk.paymentIntents.retrieve(intent.id)).status;
	return { ...fixture, intent, readRow, readStatusAtStripe };
}

const canceledRow = { status: "cancelled", problem: null, nextCheckAt: null };

test("the sweep marks the row of another app's payment as canceled, but does not cancel the payment at Stripe", async () => {
	const fixture = await createOtherAppFixture();
	await fixture.db.update(payments).set({ checks: checksUntilAbandoned });
	await fixture.sweep();
	expect(await fixture.readRow()).toMatchObject(canceledRow);
	expect(await fixture.readStatusAtStripe()).toBe("requires_payment_method");
});

test("canceling an order does not cancel another app's payment at Stripe", async () => {
	const fixture = await createOtherAppFixture();
	await cancelOrder(fixture.createContext(fixture.shopper), fixture.orderId);
	expect(await fixture.readRow()).toMatchObject(canceledRow);
	expect(await fixture.readStatusAtStripe()).toBe("requires_payment_method");
});

test.each([
	["charged", "pm_card_visa"],
	["not charged", null],
])(
	"starts a new payment for an order whose row in payments has the id of another app's payment (%s)",
	async (_, card) => {
		const fixture = await createOtherAppFixture();
		if (card)
			await fixture.stripe.sdk.paymentIntents.confirm(fixture.intent.id, { payment_method: card });
		const before = await fixture.readStatusAtStripe();
		expect(await fixture.startPayment()).not.toBe(fixture.intent.client_secret);
		expect(await fixture.readRow()).toMatchObject(canceledRow);
		expect(await fixture.readStatusAtStripe()).toBe(before);
	},
);

test("checks a paid payment whose intent belongs to another app for at most a week", async () => {
	const fixture = await createPaidFixture();
	const intentId = await fixture.stripe.chargeFromOtherApp(
		{ order: fixture.orderId, shop: "another" },
		7_996,
	);
	await fixture.db.update(payments).set({ id: intentId, checks: 0 });
	for (let check = 0; check <= checksUntilAbandoned; check += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "paid", problem: "not a payment of this shop", nextCheckAt: null },
	]);
});
