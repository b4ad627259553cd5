import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orderMails, orders, refundMails } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/mail.ts";
import { createPaymentFixture, withEnv } from "../../../tests/model/payment-fixture.ts";
import { settlePayment } from "../payments/settle.ts";
import { sweepMails, sweepRefundMails } from "./outbox.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

/** A payment whose order is gone: its money goes back by itself. `fails`: the next so many mails are not taken. */
async function createGoneFixture() {
	const fixture = await createPaymentFixture();
	const method = await fixture.stripe.sdk.paymentMethods.create({
		type: "card",
		card: { number: "4242424242424242", exp_month: 12, exp_year: 2050, cvc: "123" },
		billing_details: { email: "payer@example.com" },
	});
	const sent: Email[] = [];
	let fails = 0;
	const outbox: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			if (fails-- > 0) return new Response(null, { status: 500 });
			sent.push(await new Request(input, init).json());
			return new Response();
		},
	};
	return {
		...fixture,
		sent,
		charge: () => fixture.stripe.chargeCard(fixture.secret, method.id),
		loseOrder: () => fixture.db.delete(orders).where(eq(orders.id, fixture.order)),
		failMails(count: number) {
			fails = count;
		},
		sendOrderMails: () =>
			sweepMails(withEnv(fixture.shopOf(null), { SANDBOX: outbox }), new Date()),
		sendMails: (now = new Date()) =>
			sweepRefundMails(withEnv(fixture.shopOf(null), { SANDBOX: outbox }), now),
	};
}

test("a payment for an order that no longer exists is refunded, and one mail tells the payer", async () => {
	const fixture = await createGoneFixture();
	await fixture.charge();
	await fixture.loseOrder();
	await fixture.deliver();
	for (let run = 0; run < 3; run += 1) {
		await fixture.sweep();
		await fixture.deliver();
		await fixture.sendMails();
	}
	expect(fixture.sent).toHaveLength(1);
	expect(fixture.sent[0]).toMatchObject({ to: "payer@example.com" });
	for (const words of ["$79.96", "5 to 10 business days", "#contact", fixture.intent]) {
		expect(fixture.sent[0]?.text).toContain(words);
	}
	const rows = await fixture.db.select().from(refundMails);
	expect(rows, "the address is forgotten").toMatchObject([{ email: null, tries: 1 }]);
});

test("while the order exists the mail goes to its address, also for a pending refund", async () => {
	const fixture = await createGoneFixture();
	await fixture.db.update(orders).set({ email: "buyer@example.com", toolPriceCents: 1 });
	await fixture.stripe.setSwitches(fixture.order, { refunds: "pending" });
	await fixture.charge();
	await fixture.sweep();
	await fixture.sendMails();
	expect(fixture.sent).toMatchObject([{ to: "buyer@example.com" }]);
});

test("two concurrent runs, interleaved at any round trip, make one refund and one mail", async () => {
	for (let point = 0; point < 12; point += 1) {
		const fixture = await createGoneFixture();
		await fixture.charge();
		await fixture.loseOrder();
		let trips = 0;
		const second = async () => {
			if (trips++ === point) await settlePayment(fixture.shopOf(null), fixture.intent);
		};
		await settlePayment(fixture.shopOf(null, second), fixture.intent);
		await Promise.all([fixture.sendMails(), fixture.sendMails()]);
		await fixture.sendMails();
		expect(fixture.sent, `point ${point}`).toHaveLength(1);
		fixture.local.close();
	}
});

test("a mail that is not accepted is retried, and given up after eight attempts", async () => {
	const fixture = await createGoneFixture();
	await fixture.charge();
	await fixture.loseOrder();
	await fixture.sweep();
	fixture.failMails(1);
	expect(await fixture.sendMails()).toMatchObject({ failed: 1 });
	expect(await fixture.sendMails(), "its pause is not over").toMatchObject({ found: 0 });
	expect(await fixture.sendMails(new Date(Date.now() + 3_600_000))).toMatchObject({ fixed: 1 });
	await fixture.db.update(refundMails).set({
		...{ sentAt: null, tries: 8, nextTryAt: new Date(0), email: "payer@example.com" },
	});
	await fixture.sendMails();
	expect(await fixture.db.select().from(refundMails)).toMatchObject([
		{ email: null, sentAt: null, nextTryAt: null },
	]);
	expect(fixture.sent).toHaveLength(1);
});

test("refunds made in Stripe, refused ones, and other apps' payments cause no mail", async () => {
	const fixture = await createGoneFixture();
	await fixture.charge();
	await fixture.stripe.refundInDashboard(fixture.intent);
	await fixture.deliver();
	const otherAppIntent = await fixture.stripe.chargeFromOtherApp({ order: fixture.order });
	await fixture.stripe.refundInDashboard(otherAppIntent);
	await settlePayment(fixture.shopOf(null), otherAppIntent);
	const other = await createGoneFixture();
	await other.stripe.setSwitches(other.order, { refunds: "rejected" });
	await other.charge();
	await other.loseOrder();
	await other.sweep();
	for (const { sendMails, sent } of [fixture, other]) {
		await sendMails();
		expect(sent).toEqual([]);
	}
});

test("an email about an order whose address was erased is removed from the outbox unsent", async () => {
	const fixture = await createGoneFixture();
	await fixture.db.update(orders).set({ email: "" });
	await fixture.db
		.insert(orderMails)
		.values({ orderId: fixture.order, kind: "receipt", nextTryAt: new Date(0) });
	await fixture.sendOrderMails();
	expect(fixture.sent).toEqual([]);
	expect(await fixture.db.$count(orderMails)).toBe(0);
});
