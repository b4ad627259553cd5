import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import { setPaymentScene, setUnopenedScene } from "../../../tests/model/payment-scene.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { confirmPayment } from "./settle.ts";

const log = vi.spyOn(console, "log").mockReturnValue();

test.each([
	["of an unknown order", () => ({ order: "INV-2026-0042" })],
	["of an order of this shop", (order: string) => ({ order })],
	["of another shop of this kind", (order: string) => ({ order, shop: "0123456789abcdef" })],
])(
	"a payment of another program on the Stripe account, %s, is left alone and logged",
	async (_, metadataOf) => {
		const scene = await setUnopenedScene();
		const metadata = metadataOf(scene.order);
		const foreign = await scene.stripe.payElsewhere(metadata, 7_996);
		await scene.deliver(metadata.order);
		await scene.sweep();
		const confirming = confirmPayment(scene.shopOf(scene.shopper), scene.order, foreign);
		await expect(confirming).rejects.toMatchObject({ code: "payment_required" });
		expect((await scene.stripe.readLedger()).refunds).toEqual([]);
		expect(await scene.db.select().from(payments)).toEqual([]);
		expect(await scene.findOrder()).toMatchObject({ paidAt: null });
		expect(log).toHaveBeenCalledWith(expect.stringContaining(foreign));
	},
);

test("a refund and a dispute of another program's payment are left alone", async () => {
	const scene = await setUnopenedScene();
	const foreign = await scene.stripe.payElsewhere({ order: "INV-1" });
	await scene.stripe.refundInDashboard(foreign, 100);
	await scene.stripe.dispute(foreign);
	await scene.deliver("INV-1");
	expect((await scene.stripe.readLedger()).refunds).toHaveLength(1);
	expect(await scene.db.select().from(payments)).toEqual([]);
});

test("two databases on one Stripe account: each settles its own payment alone", async () => {
	const [one, other] = [await setPaymentScene(), await setUnopenedScene()];
	await one.stripe.charge(one.secret);
	const [row] = await one.stripe.readWebhooks(one.order);
	expect(row?.body).toContain(one.intent);
	const copy = await one.stripe.sdk.paymentIntents.retrieve(one.intent);
	await other.stripe.payElsewhere({ ...copy.metadata }, copy.amount);
	await other.deliver(one.order);
	await one.deliver();
	expect((await other.stripe.readLedger()).refunds).toEqual([]);
	expect(await one.findOrder()).toMatchObject({ transactionId: one.intent });
});

test("an intent that was recorded before shops had an id still pays its order", async () => {
	const scene = await setUnopenedScene();
	const old = await scene.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: scene.order },
	});
	const secret = old.client_secret ?? "";
	await scene.db
		.insert(payments)
		.values({ id: old.id, orderId: scene.order, amountCents: 7_996, updatedAt: new Date() });
	await scene.stripe.charge(secret);
	await scene.deliver();
	expect(await scene.findOrder()).toMatchObject({ transactionId: intentIdOf(secret) });
});
