import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import { createPaidFixture, createUnopenedFixture } from "../../../tests/model/payment-fixture.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { checksUntilAbandoned } from "./records.ts";

vi.spyOn(console, "log").mockReturnValue();

/** A row of this shop that points at an intent of another program, which can still be paid there. */
async function createForeignFixture() {
	const fixture = await createUnopenedFixture();
	const intent = await fixture.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: fixture.order, shop: "another" },
	});
	await fixture.db
		.insert(payments)
		.values({ id: intent.id, orderId: fixture.order, amountCents: 7_996, updatedAt: new Date() });
	const row = () => fixture.db.select().from(payments).where(eq(payments.id, intent.id)).get();
	const statusAtStripe = async () =>
		(await fixture.stripe.sdk.paymentIntents.retrieve(intent.id)).status;
	return { ...fixture, intent, row, statusAtStripe };
}

const closed = { status: "cancelled", problem: null, nextCheckAt: null };

test("the sweep closes its own row of another program's payment, and cancels nothing at Stripe", async () => {
	const fixture = await createForeignFixture();
	await fixture.db.update(payments).set({ checks: checksUntilAbandoned });
	await fixture.sweep();
	expect(await fixture.row()).toMatchObject(closed);
	expect(await fixture.statusAtStripe()).toBe("requires_payment_method");
});

test("deleting an order cancels no payment of another program", async () => {
	const fixture = await createForeignFixture();
	await cancelOrder(fixture.shopOf(fixture.shopper), fixture.order);
	expect(await fixture.row()).toMatchObject(closed);
	expect(await fixture.statusAtStripe()).toBe("requires_payment_method");
});

test.each(["pm_card_visa", null])(
	"an order is paid by a payment of its own, not by another program's, charged with %s",
	async (card) => {
		const fixture = await createForeignFixture();
		if (card)
			await fixture.stripe.sdk.paymentIntents.confirm(fixture.intent.id, { payment_method: card });
		const before = await fixture.statusAtStripe();
		expect(await fixture.start()).not.toBe(fixture.intent.client_secret);
		expect(await fixture.row()).toMatchObject(closed);
		expect(await fixture.statusAtStripe()).toBe(before);
	},
);

test("a paid row whose intent is another program's stays paid, and is checked for a week at most", async () => {
	const fixture = await createPaidFixture();
	const foreign = await fixture.stripe.payElsewhere(
		{ order: fixture.order, shop: "another" },
		7_996,
	);
	await fixture.db.update(payments).set({ id: foreign, checks: 0 });
	for (let look = 0; look <= checksUntilAbandoned; look += 1) await fixture.sweep();
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "paid", problem: "not a payment of this shop", nextCheckAt: null },
	]);
});
