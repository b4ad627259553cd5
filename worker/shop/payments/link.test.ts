import { expect, test, vi } from "vitest";
import { createOrderFixture, totalCents } from "../../../tests/model/payment-fixture.ts";
import { pieceCents } from "../../../tests/model/refund-fixture.ts";
import { reconcilePayments } from "../../../tests/support/reconcile-payments.ts";
import { getInvoice } from "../orders/invoice.ts";
import { getLedger, sumLedger } from "./ledger.ts";
import { refundOrder } from "./refund-order.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

type LinkSetting = "on" | "off" | "rejected";

/** @param link - whether Link can be used on the Stripe account; `rejected`: Stripe rejects payment intents that allow it */
async function startPaymentForNewOrder(link: LinkSetting) {
	const fixture = await createOrderFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { link });
	return { ...fixture, secret: await fixture.startPayment() };
}

const refundInput = {
	pieces: 1,
	restock: true,
	reason: "other",
	note: "",
	idempotencyKey: null,
} as const;

test("the ledger matches Stripe after an order paid with Link is partly refunded", async () => {
	const fixture = await startPaymentForNewOrder("on");
	expect((await fixture.stripe.payWithLink(fixture.secret)).status).toBe(200);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
	const adminContext = fixture.createContext(fixture.admin);
	expect(await getInvoice(adminContext, fixture.orderId)).toMatchObject({ methodType: "link" });
	expect(await refundOrder(adminContext, fixture.orderId, refundInput)).toMatchObject({
		status: "sent",
	});
	await fixture.deliverWebhooks();
	const period = { from: new Date(0), to: new Date(Date.now() + 86_400_000) };
	expect(sumLedger((await getLedger(adminContext, period)).entries).slice(0, 2)).toMatchObject([
		{ kind: "Payment", count: 1, stripeCents: totalCents, booksCents: totalCents },
		{ kind: "Refund", count: 1, stripeCents: -pieceCents, booksCents: -pieceCents },
	]);
	expect(await reconcilePayments(fixture.db, await fixture.stripe.readLedger())).toMatchObject({
		usedPayments: 1,
		differenceCents: 0,
		lost: [],
	});
});

test.each(["off", "rejected"] as const)(
	"if Link is not available on the Stripe account (%s), customers can pay only by card",
	async (link) => {
		const fixture = await startPaymentForNewOrder(link);
		expect((await fixture.stripe.payWithLink(fixture.secret)).status).toBe(400);
		expect((await fixture.stripe.chargeCard(fixture.secret)).status).toBe(200);
		await fixture.deliverWebhooks();
		expect(await fixture.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
		const invoice = await getInvoice(fixture.createContext(fixture.admin), fixture.orderId);
		expect(invoice.methodType).toBe("card");
		expect((await fixture.stripe.readLedger(fixture.orderId)).intents).toHaveLength(1);
	},
);

test("after Link declines a payment, the customer can pay by card", async () => {
	const fixture = await startPaymentForNewOrder("on");
	expect((await fixture.stripe.payWithLink(fixture.secret, "4000000000000002")).status).toBe(402);
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	await fixture.stripe.chargeCard(await fixture.startPayment());
	await fixture.deliverWebhooks();
	expect(await fixture.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
	expect((await fixture.stripe.readLedger(fixture.orderId)).intents).toHaveLength(1);
});
