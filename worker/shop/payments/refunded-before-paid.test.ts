import { notInArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import { orderEmails, payments } from "#worker/db/schema.ts";
import { createPaymentFixture, type PaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { confirmPayment } from "./settle.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "log").mockReturnValue();

const isPaidOrderEmail = notInArray(orderEmails.kind, unpaidEmailKinds);

const triggers = {
	"the sweep read it": (fixture: PaymentFixture) => fixture.sweep(),
	"its webhooks arrived": (fixture: PaymentFixture) => fixture.deliverWebhooks(),
	"the browser confirmed it": (fixture: PaymentFixture) =>
		expect(fixture.confirm()).rejects.toMatchObject({ code: "payment_required" }),
};

test.each(Object.entries(triggers))(
	"never marks an order as paid if its payment was refunded before %s",
	async (_, trigger) => {
		const fixture = await createPaymentFixture();
		await fixture.stripe.chargeCard(fixture.secret);
		await fixture.stripe.refundInDashboard(fixture.intentId);
		await trigger(fixture);
		expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
		await expect(
			shipOrder(fixture.createContext(fixture.admin), fixture.orderId),
		).rejects.toMatchObject({ code: "order_unpaid" });
		expect(await fixture.db.$count(orderEmails, isPaidOrderEmail)).toBe(0);
		expect(await fixture.db.select().from(payments)).toMatchObject([
			{ status: "refunded", refundedCents: 7_996, problem: "refunded in Stripe" },
		]);
		expect((await fixture.stripe.readLedger()).refunds).toHaveLength(1);
	},
);

test("refunds the rest of a payment that was partly refunded before the shop recorded it", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.stripe.refundInDashboard(fixture.intentId, 1_000);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	const amounts = (await fixture.stripe.readLedger()).refunds.map(({ amount }) => amount);
	expect(amounts.toSorted()).toEqual([1_000, 6_996]);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "refunded", refundedCents: 7_996, problem: "part of it was refunded in Stripe" },
	]);
});

test("lets a customer pay again after an order's first payment was refunded", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.stripe.refundInDashboard(fixture.intentId);
	const secret = await startPayment(fixture.createContext(fixture.shopper), 7_996, fixture.orderId);
	expect(secret).not.toBe(fixture.secret);
	await fixture.stripe.chargeCard(secret);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
});

test("keeps an order unpaid if its payment is refunded between reading the charge and writing the order", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	let isInjected = false;
	const refundBeforeOrderUpdate = async (queries: string[]) => {
		if (isInjected || !queries.some((statement) => statement.startsWith('update "orders"'))) return;
		isInjected = true;
		await fixture.stripe.refundInDashboard(fixture.intentId);
		await fixture.deliverWebhooks();
	};
	const confirming = confirmPayment(
		fixture.createContext(fixture.shopper, refundBeforeOrderUpdate),
		fixture.orderId,
		fixture.intentId,
	);
	await expect(confirming).rejects.toMatchObject({ code: "payment_required" });
	expect(isInjected).toBe(true);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
});
