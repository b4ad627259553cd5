import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import {
	createPaymentFixture,
	createUnopenedFixture,
} from "../../../tests/model/payment-fixture.ts";
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
		const fixture = await createUnopenedFixture();
		const metadata = metadataOf(fixture.order);
		const foreign = await fixture.stripe.payElsewhere(metadata, 7_996);
		await fixture.deliver(metadata.order);
		await fixture.sweep();
		const confirming = confirmPayment(fixture.shopOf(fixture.shopper), fixture.order, foreign);
		await expect(confirming).rejects.toMatchObject({ code: "payment_required" });
		expect((await fixture.stripe.readLedger()).refunds).toEqual([]);
		expect(await fixture.db.select().from(payments)).toEqual([]);
		expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
		expect(log).toHaveBeenCalledWith(expect.stringContaining(foreign));
	},
);

test("a refund and a dispute of another program's payment are left alone", async () => {
	const fixture = await createUnopenedFixture();
	const foreign = await fixture.stripe.payElsewhere({ order: "INV-1" });
	await fixture.stripe.refundInDashboard(foreign, 100);
	await fixture.stripe.dispute(foreign);
	await fixture.deliver("INV-1");
	expect((await fixture.stripe.readLedger()).refunds).toHaveLength(1);
	expect(await fixture.db.select().from(payments)).toEqual([]);
});

test("two databases on one Stripe account: each settles its own payment alone", async () => {
	const [one, other] = [await createPaymentFixture(), await createUnopenedFixture()];
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
	const fixture = await createUnopenedFixture();
	const old = await fixture.stripe.sdk.paymentIntents.create({
		amount: 7_996,
		currency: "usd",
		metadata: { order: fixture.order },
	});
	const secret = old.client_secret ?? "";
	await fixture.db
		.insert(payments)
		.values({ id: old.id, orderId: fixture.order, amountCents: 7_996, updatedAt: new Date() });
	await fixture.stripe.charge(secret);
	await fixture.deliver();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: intentIdOf(secret) });
});
