import { eq, ne } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import { orderNumber } from "#contract/shop.ts";
import { orderEmails, orders, refundEmails } from "#worker/db/schema.ts";
import {
	createCheckoutFixture,
	createPaidFixture,
	createPaymentFixture,
} from "../../../tests/model/payment-fixture.ts";
import { createReusable } from "../../../tests/model/round-trip-hook.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { setTracking, shipOrder } from "../orders/ship.ts";
import { settlePayment } from "../payments/settle.ts";
import { sweepOrderEmails } from "./send-order-emails.ts";
import { sweepRefundEmails } from "./send-refund-emails.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

/** Creates a payment fixture with an outbox. */
async function createOutboxFixture() {
	const fixture = await createPaymentFixture();
	// Removes the emails about the unpaid order.
	await fixture.db.delete(orderEmails);
	const method = await fixture.stripe.sdk.paymentMethods.create({
		type: "card",
		card: { number: "4242424242424242", exp_month: 12, exp_year: 2050, cvc: "123" },
		billing_details: { email: "payer@example.com" },
	});
	const { sandbox: outbox, sentEmails, rejectNext } = createLocalOutbox();
	return {
		...fixture,
		sentEmails,
		charge: () => fixture.stripe.chargeCard(fixture.secret, method.id),
		/** Deletes the order, so that the shop refunds its payment automatically. */
		deleteOrder: () => fixture.db.delete(orders).where(eq(orders.id, fixture.orderId)),
		rejectNext,
		sendOrderEmails: () =>
			sweepOrderEmails(withEnv(fixture.createContext(null), { SANDBOX: outbox }), new Date()),
		sendRefundEmails: (now = new Date()) =>
			sweepRefundEmails(withEnv(fixture.createContext(null), { SANDBOX: outbox }), now),
	};
}

test("sends one email about the refund of a payment whose order no longer exists", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.deleteOrder();
	await fixture.deliverWebhooks();
	for (let run = 0; run < 3; run += 1) {
		await fixture.sweep();
		await fixture.deliverWebhooks();
		await fixture.sendRefundEmails();
	}
	expect(fixture.sentEmails).toHaveLength(1);
	expect(fixture.sentEmails[0]).toMatchObject({ to: "payer@example.com" });
	for (const text of ["$79.96", "5 to 10 business days", "/contact?order=", fixture.intentId]) {
		expect(fixture.sentEmails[0]?.text).toContain(text);
	}
	const rows = await fixture.db.select().from(refundEmails);
	expect(rows, "the address is deleted").toMatchObject([{ email: null, tries: 1 }]);
});

test("the email about a refund of several orders lists all of them", async () => {
	const fixture = await createCheckoutFixture();
	await fixture.db.update(orders).set({ cancelledAt: new Date() });
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.deliverWebhooks();
	const { sandbox, sentEmails } = createLocalOutbox();
	const sweepContext = withEnv(fixture.createContext(null), { SANDBOX: sandbox });
	await sweepRefundEmails(sweepContext, new Date());
	expect(sentEmails).toMatchObject([{ subject: "Refund for 3 orders" }]);
	for (const id of fixture.orderIds) expect(sentEmails[0]?.text).toContain(orderNumber(id));
});

test("the email about a canceled order of a paid checkout mentions only that order's share", async () => {
	const fixture = await createCheckoutFixture();
	const [canceledId = ""] = fixture.orderIds;
	await fixture.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, canceledId));
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.deliverWebhooks();
	await fixture.sweepRefunds();
	const { sandbox, sentEmails } = createLocalOutbox();
	const sweepContext = withEnv(fixture.createContext(null), { SANDBOX: sandbox });
	await sweepRefundEmails(sweepContext, new Date());
	expect(sentEmails).toMatchObject([{ subject: `Refund for order ${orderNumber(canceledId)}` }]);
	expect(sentEmails[0]?.text).toContain("Nothing was shipped for this amount.");
	expect(sentEmails[0]?.text).not.toContain("Your payment is being refunded");
});

test("sends the refund email to the order's address if the order exists, even while the refund is pending", async () => {
	const fixture = await createOutboxFixture();
	await fixture.db.update(orders).set({ email: "shopper@example.com", toolPriceCents: 1 });
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "pending" });
	await fixture.charge();
	await fixture.sweep();
	await fixture.sendRefundEmails();
	expect(fixture.sentEmails).toMatchObject([{ to: "shopper@example.com" }]);
});

test("two concurrent runs create one refund and send one email, whichever round trip they overlap at", async () => {
	const { close, reset } = await createReusable(async () => {
		const fixture = await createOutboxFixture();
		await fixture.charge();
		await fixture.deleteOrder();
		return fixture;
	});
	for (let roundTrip = 0; roundTrip < 12; roundTrip += 1) {
		const fixture = reset();
		let roundTripCount = 0;
		const runSecond = async () => {
			if (roundTripCount++ === roundTrip)
				await settlePayment(fixture.createContext(null), fixture.intentId);
		};
		await settlePayment(fixture.createContext(null, runSecond), fixture.intentId);
		await Promise.all([fixture.sendRefundEmails(), fixture.sendRefundEmails()]);
		await fixture.sendRefundEmails();
		expect(fixture.sentEmails.splice(0), `round trip ${roundTrip}`).toHaveLength(1);
	}
	close();
});

test("retries an email that is not accepted, and gives up after eight attempts", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.deleteOrder();
	await fixture.sweep();
	fixture.rejectNext(2);
	const sendAfter = (minutes: number) =>
		fixture.sendRefundEmails(new Date(Date.now() + minutes * 60_000));
	expect(await sendAfter(0)).toMatchObject({ failed: 1 });
	expect(await sendAfter(4), "the first pause is 5 minutes").toMatchObject({ found: 0 });
	expect(await sendAfter(6)).toMatchObject({ failed: 1 });
	expect(await sendAfter(15), "the second pause is 10 minutes").toMatchObject({ found: 0 });
	expect(await sendAfter(17)).toMatchObject({ fixed: 1 });
	await fixture.db
		.update(refundEmails)
		.set({ sentAt: null, tries: 8, nextTryAt: new Date(0), email: "payer@example.com" });
	await fixture.sendRefundEmails();
	expect(await fixture.db.select().from(refundEmails)).toMatchObject([
		{ email: null, sentAt: null, nextTryAt: null },
	]);
	expect(fixture.sentEmails).toHaveLength(1);
});

test("after a permanent failure of one email, still sends the next one to that address", async () => {
	const fixture = await createOutboxFixture();
	const queue = (kind: OrderEmailKind) =>
		fixture.db
			.insert(orderEmails)
			.values({ orderId: fixture.orderId, kind, nextTryAt: new Date(0) });
	await queue("receipt");
	fixture.rejectNext(1, { code: "E_DELIVERY_FAILED", message: "550 5.1.1 No such user" });
	expect(await fixture.sendOrderEmails(), "the sweep reports no error").toMatchObject({
		failed: 0,
	});
	const undeliverable = { tries: 1, sentAt: null, nextTryAt: null, failure: "rejected" };
	expect(await fixture.db.select().from(orderEmails)).toMatchObject([undeliverable]);
	expect(await fixture.sendOrderEmails()).toMatchObject({ found: 0 });
	await queue("shipped");
	expect(await fixture.sendOrderEmails()).toMatchObject({ fixed: 1 });
	expect(fixture.sentEmails).toMatchObject([{ subject: expect.stringContaining("On its way") }]);
	expect(await fixture.db.select().from(orderEmails)).toMatchObject([
		undeliverable,
		{ failure: null },
	]);
});

test("emails a tracking number that is corrected while the previous one is being sent", async () => {
	const { admin, orderId, createContext, db } = await createPaidFixture();
	const adminContext = createContext(admin);
	await shipOrder(adminContext, orderId, { carrier: "UPS", trackingNumber: "1" });
	await setTracking(adminContext, orderId, { carrier: "UPS", trackingNumber: "2" });
	await db.delete(orderEmails).where(ne(orderEmails.kind, "tracking"));
	const { sandbox: outbox, sentEmails } = createLocalOutbox();
	const correctFirst = async (...args: Parameters<Fetcher["fetch"]>) => {
		const response = await outbox.fetch(...args);
		if (sentEmails.length === 1)
			await setTracking(adminContext, orderId, { carrier: "UPS", trackingNumber: "3" });
		return response;
	};
	const sweepContext = withEnv(createContext(null), {
		SANDBOX: { ...outbox, fetch: correctFirst },
	});
	for (let run = 0; run < 3; run += 1) await sweepOrderEmails(sweepContext, new Date());
	expect(sentEmails.map(({ text }) => text.match(/^Tracking number: (.*)$/m)?.[1])).toEqual([
		"2",
		"3",
	]);
});

test("keeps the email about a new tracking number that is entered while the outdated email is being dropped", async () => {
	const { admin, orderId, createContext, db } = await createPaidFixture();
	const adminContext = createContext(admin);
	await shipOrder(adminContext, orderId, { carrier: "UPS", trackingNumber: "1" });
	await setTracking(adminContext, orderId, { carrier: "UPS", trackingNumber: "2" });
	await setTracking(adminContext, orderId, { carrier: null, trackingNumber: null });
	const correctedTracking = { carrier: "UPS", trackingNumber: "3" };
	const correctBeforeDelete = async (queries: string[]) => {
		if (queries.some((sql) => sql.startsWith("delete")))
			await setTracking(adminContext, orderId, correctedTracking);
	};
	await sweepOrderEmails(createContext(null, correctBeforeDelete), new Date());
	const tracking = await db.select().from(orderEmails).where(eq(orderEmails.kind, "tracking"));
	expect(tracking).toMatchObject([{ tries: 0, sentAt: null, nextTryAt: expect.any(Date) }]);
});

test("a permanent failure ends the attempts of a refund email and deletes its address", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.deleteOrder();
	await fixture.sweep();
	fixture.rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	await fixture.sendRefundEmails();
	expect(await fixture.db.select().from(refundEmails)).toMatchObject([
		{ email: null, sentAt: null, nextTryAt: null, failure: "suppressed" },
	]);
});

test("sends no email about a refund in Stripe's Dashboard, a failed refund, or another app's payment", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	const otherAppIntent = await fixture.stripe.chargeFromOtherApp({ order: fixture.orderId });
	await fixture.stripe.refundInDashboard(otherAppIntent);
	await settlePayment(fixture.createContext(null), otherAppIntent);
	const fixtureWithRejectedRefund = await createOutboxFixture();
	await fixtureWithRejectedRefund.stripe.overrideBehavior(fixtureWithRejectedRefund.orderId, {
		refunds: "rejected",
	});
	await fixtureWithRejectedRefund.charge();
	await fixtureWithRejectedRefund.deleteOrder();
	await fixtureWithRejectedRefund.sweep();
	for (const { sendRefundEmails, sentEmails } of [fixture, fixtureWithRejectedRefund]) {
		await sendRefundEmails();
		expect(sentEmails).toEqual([]);
	}
});

test("sends no email about a refund that has failed before the email is sent", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.deleteOrder();
	await fixture.sweep();
	const [refund] = (await fixture.stripe.readLedger()).refunds;
	await fixture.stripe.settleRefund(refund?.id ?? "", "failed");
	await fixture.deliverWebhooks();
	await fixture.sendRefundEmails();
	expect(fixture.sentEmails).toEqual([]);
	expect(await fixture.db.select().from(refundEmails)).toMatchObject([
		{ email: null, nextTryAt: null, sentAt: null },
	]);
});

test("sends no receipt if the order was refunded first, because a receipt promises a shipment", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.confirm();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await fixture.sendOrderEmails();
	expect(fixture.sentEmails.map(({ subject }) => subject)).toEqual([
		expect.stringContaining("Canceled and refunded: order"),
	]);
});

test("does not email “You have not been charged” about a canceled order if a charge that was lost in a dispute could not pay for it", async () => {
	const fixture = await createOutboxFixture();
	await fixture.charge();
	await fixture.stripe.advanceDispute(await fixture.stripe.dispute(fixture.intentId), "lost");
	await fixture.deliverWebhooks();
	await cancelOrder(fixture.createContext(fixture.admin), fixture.orderId);
	await fixture.sendOrderEmails();
	expect(fixture.sentEmails).toEqual([]);
});

test("removes an email from the outbox if its order's email address was erased", async () => {
	const fixture = await createOutboxFixture();
	await fixture.db.update(orders).set({ email: "" });
	await fixture.db
		.insert(orderEmails)
		.values({ orderId: fixture.orderId, kind: "receipt", nextTryAt: new Date(0) });
	expect(await fixture.sendOrderEmails()).toEqual({ found: 1, fixed: 0, failed: 0 });
	expect(fixture.sentEmails).toEqual([]);
	expect(await fixture.db.$count(orderEmails)).toBe(0);
});
