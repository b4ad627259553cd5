import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { orderEmails, orders, paymentLinks } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	initialStock,
	recover,
	timeWhenAllAreDue,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { injectAtEachRoundTrip, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { auditMoney } from "../../../tests/support/money-audit.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { copyPaymentLink, emailPaymentLink } from "../orders/payment-links.ts";
import { confirmPaymentByLink, readLinkedOrders, startPaymentByLink } from "./pay-by-link.ts";
import { confirmPayment } from "./settle.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

async function createLinkFixture() {
	const fixture = await createOrderFixture();
	onTestFinished(fixture.local.close);
	const { createContext, admin, shopper, order, stripe } = fixture;
	const copy = async (account: Account = admin) =>
		(await copyPaymentLink(createContext(account), order)).replace(/.*\//, "");
	const token = await copy();
	const shop = createContext(null);
	/** Pays as the page of the link does. */
	async function payByLink(hook?: RoundTripHook) {
		const visitor = createContext(null, hook);
		const secret = await startPaymentByLink(visitor, token, totalCents);
		await stripe.chargeCard(secret);
		return confirmPaymentByLink(visitor, token, intentIdOf(secret));
	}
	/** Pays as the payment page of the customer's account does. */
	async function paySignedIn(hook?: RoundTripHook) {
		const customer = createContext(shopper, hook);
		const secret = await startPayment(customer, totalCents, order);
		await stripe.chargeCard(secret);
		return confirmPayment(customer, order, intentIdOf(secret));
	}
	const cancel = (hook?: RoundTripHook) => cancelOrder(createContext(admin, hook), order);
	const expire = (hook?: RoundTripHook) =>
		sweepUnpaidOrders(createContext(null, hook), new Date(timeWhenAllAreDue()));
	return { ...fixture, token, copy, shop, payByLink, paySignedIn, cancel, expire };
}

test("anyone who has the link sees what it is for, without personal data, and pays", async () => {
	const { shop, token, payByLink, findOrder, shopper, order } = await createLinkFixture();
	const linked = await readLinkedOrders(shop, token);
	expect(linked).toMatchObject({
		dueCents: totalCents,
		orders: [{ state: "unpaid", quantity: 4, totalCents }],
	});
	const text = JSON.stringify(linked);
	for (const secret of [shopper.email, shopper.name, "Here", order]) {
		expect(text).not.toContain(secret);
	}
	expect(await payByLink()).toBe(1);
	expect(await findOrder()).toMatchObject({ state: "paid" });
	expect(await readLinkedOrders(shop, token)).toMatchObject({
		dueCents: null,
		orders: [{ state: "paid" }],
	});
	await expect(startPaymentByLink(shop, token, totalCents)).rejects.toMatchObject({
		code: "already_paid",
	});
});

test("stores only the hash of a link's token, and knows no other token", async () => {
	const { shop, token, db, order } = await createLinkFixture();
	const [row] = await db.select().from(paymentLinks);
	expect(row).toMatchObject({ orderId: order, tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
	expect(JSON.stringify(row)).not.toContain(token);
	for (const other of [
		"",
		row?.tokenHash ?? "",
		token.slice(1),
		token.toUpperCase(),
		"a".repeat(32),
	])
		await expect(readLinkedOrders(shop, other), other).rejects.toMatchObject({
			code: "payment_link_not_found",
		});
});

test("a link of an order that was canceled, or whose reservation has ended, starts no payment", async () => {
	const canceled = await createLinkFixture();
	await canceled.cancel();
	expect(await readLinkedOrders(canceled.shop, canceled.token)).toMatchObject({
		dueCents: null,
		orders: [{ state: "cancelled" }],
	});
	await expect(canceled.payByLink()).rejects.toMatchObject({ code: "order_not_found" });
	const ended = await createLinkFixture();
	await ended.db.update(orders).set({ reservedUntil: new Date() });
	expect(await readLinkedOrders(ended.shop, ended.token)).toMatchObject({ dueCents: null });
	await expect(ended.payByLink()).rejects.toMatchObject({ code: "reservation_ended" });
	await expect(ended.copy()).rejects.toMatchObject({ code: "reservation_ended" });
});

test("does not charge another total than the page shows, and confirms no payment of another order", async () => {
	const fixture = await createLinkFixture();
	const { shop, token } = fixture;
	await expect(startPaymentByLink(shop, token, totalCents - 1)).rejects.toMatchObject({
		code: "amount_mismatch",
	});
	const other = await createLinkFixture();
	const secret = await startPaymentByLink(other.shop, other.token, totalCents);
	await expect(confirmPaymentByLink(shop, token, intentIdOf(secret))).rejects.toMatchObject({
		code: "payment_required",
	});
});

test("an order has at most twenty links a day, copied or emailed", async () => {
	const { copy, createContext, admin, order, db } = await createLinkFixture();
	for (let count = 1; count < 20; count += 1) await copy();
	await expect(copy()).rejects.toMatchObject({ code: "too_many_payment_links" });
	const email = () => emailPaymentLink(createContext(admin), order);
	await expect(email()).rejects.toMatchObject({ code: "too_many_payment_links" });
	await db.update(paymentLinks).set({ createdAt: new Date(Date.now() - 24 * 3_600_000) });
	await email();
	expect(await db.$count(orderEmails, eq(orderEmails.kind, "payment_link"))).toBe(1);
});

const rivals = ["cancel", "expire", "paySignedIn"] as const;

test.each(
	rivals.flatMap((rival) => [[rival, "payByLink"] as const, ["payByLink", rival] as const]),
)(
	"%s before each round trip of %s: never charged twice, nor paid and canceled, without a refund",
	async (first, second) => {
		const interleavings = await injectAtEachRoundTrip({
			create: createLinkFixture,
			act: (fixture, hook) => fixture[second](hook),
			inject: (fixture) => fixture[first](),
			async check(fixture, message) {
				await recover(fixture);
				const money = await auditMoney(fixture.db, await fixture.stripe.readLedger());
				expect(money, message).toMatchObject({ lost: [], waiting: 0, differenceCents: 0 });
				const { state } = (await fixture.findOrder()) ?? {};
				expect(money.paidOnce, message).toBe(state === "paid" ? 1 : 0);
				const { stock, ordered } = await countPieces(fixture.shop, fixture.productId);
				expect(stock + ordered, message).toBe(initialStock);
			},
		});
		expect(interleavings).toBeGreaterThan(2);
	},
	60_000,
);
