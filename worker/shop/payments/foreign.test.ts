import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import { setPaidScene, setUnopenedScene } from "../../../tests/model/payment-scene.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { checksUntilAbandoned } from "./records.ts";

vi.spyOn(console, "log").mockReturnValue();

/** A row of this shop that points at an intent of another program, which can still be paid there. */
async function setForeignScene() {
	const scene = await setUnopenedScene();
	const intent = await scene.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: scene.order, shop: "another" },
	});
	await scene.db
		.insert(payments)
		.values({ id: intent.id, orderId: scene.order, amountCents: 7_996, updatedAt: new Date() });
	const row = () => scene.db.select().from(payments).where(eq(payments.id, intent.id)).get();
	const statusAtStripe = async () =>
		(await scene.stripe.sdk.paymentIntents.retrieve(intent.id)).status;
	return { ...scene, intent, row, statusAtStripe };
}

const closed = { status: "cancelled", problem: null, nextCheckAt: null };

test("the sweep closes its own row of another program's payment, and cancels nothing at Stripe", async () => {
	const scene = await setForeignScene();
	await scene.db.update(payments).set({ checks: checksUntilAbandoned });
	await scene.sweep();
	expect(await scene.row()).toMatchObject(closed);
	expect(await scene.statusAtStripe()).toBe("requires_payment_method");
});

test("deleting an order cancels no payment of another program", async () => {
	const scene = await setForeignScene();
	await cancelOrder(scene.shopOf(scene.shopper), scene.order);
	expect(await scene.row()).toMatchObject(closed);
	expect(await scene.statusAtStripe()).toBe("requires_payment_method");
});

test.each(["pm_card_visa", null])(
	"an order is paid by a payment of its own, not by another program's, charged with %s",
	async (card) => {
		const scene = await setForeignScene();
		if (card)
			await scene.stripe.sdk.paymentIntents.confirm(scene.intent.id, { payment_method: card });
		const before = await scene.statusAtStripe();
		expect(await scene.start()).not.toBe(scene.intent.client_secret);
		expect(await scene.row()).toMatchObject(closed);
		expect(await scene.statusAtStripe()).toBe(before);
	},
);

test("a paid row whose intent is another program's stays paid, and is checked for a week at most", async () => {
	const scene = await setPaidScene();
	const foreign = await scene.stripe.payElsewhere({ order: scene.order, shop: "another" }, 7_996);
	await scene.db.update(payments).set({ id: foreign, checks: 0 });
	for (let look = 0; look <= checksUntilAbandoned; look += 1) await scene.sweep();
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "paid", problem: "not a payment of this shop", nextCheckAt: null },
	]);
});
