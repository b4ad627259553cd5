import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { orderEmails, orders, paymentLinks, users } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	getTimeWhenAllAreDue,
	initialStock,
	recover,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { injectAtEachRoundTrip, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { reconcilePayments } from "../../../tests/support/reconcile-payments.ts";
import { getIntentId } from "../../../tests/support/stripe.ts";
import { sweepOrderEmails } from "../emails/send-order-emails.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { sweepPaymentLinks } from "../orders/payment-link-rows.ts";
import { copyPaymentLink, emailPaymentLink } from "../orders/payment-links.ts";
import { shipOrder } from "../orders/ship.ts";
import { confirmPaymentByLink, readLinkedOrders, startPaymentByLink } from "./pay-by-link.ts";
import { confirmPayment, settlePayment } from "./settle.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

async function createLinkFixture() {
	const fixture = await createOrderFixture();
	onTestFinished(fixture.localShop.close);
	const { createContext, admin, shopper, orderId, stripe } = fixture;
	const copyToken = async (account: Account = admin) =>
		(await copyPaymentLink(createContext(account), orderId)).replace(/.*\//, "");
	const token = await copyToken();
	const visitorContext = createContext(null);
	async function payByLink(hook?: RoundTripHook) {
		const visitor = createContext(null, hook);
		const secret = await startPaymentByLink(visitor, token, totalCents);
		await stripe.chargeCard(secret);
		return confirmPaymentByLink(visitor, token, getIntentId(secret));
	}
	/** Pays on the payment page of the customer's account. */
	async function paySignedIn(hook?: RoundTripHook) {
		const customer = createContext(shopper, hook);
		const secret = await startPayment(customer, totalCents, orderId);
		await stripe.chargeCard(secret);
		return confirmPayment(customer, orderId, getIntentId(secret));
	}
	const cancel = (hook?: RoundTripHook) => cancelOrder(createContext(admin, hook), orderId);
	const expire = (hook?: RoundTripHook) =>
		sweepUnpaidOrders(createContext(null, hook), new Date(getTimeWhenAllAreDue()));
	return { ...fixture, token, copyToken, visitorContext, payByLink, paySignedIn, cancel, expire };
}

test("a link shows its order without personal data and pays for it", async () => {
	const { visitorContext, token, payByLink, findOrder, shopper, orderId } =
		await createLinkFixture();
	const linkedOrders = await readLinkedOrders(visitorContext, token);
	expect(linkedOrders).toMatchObject({
		dueCents: totalCents,
		orders: [{ state: "unpaid", quantity: 4, totalCents }],
	});
	const text = JSON.stringify(linkedOrders);
	for (const secret of [shopper.email, shopper.name, "Here", orderId]) {
		expect(text).not.toContain(secret);
	}
	expect(await payByLink()).toBe(1);
	expect(await findOrder()).toMatchObject({ state: "paid" });
	expect(await readLinkedOrders(visitorContext, token)).toMatchObject({
		dueCents: null,
		orders: [{ state: "paid" }],
	});
	await expect(startPaymentByLink(visitorContext, token, totalCents)).rejects.toMatchObject({
		code: "already_paid",
	});
});

test("a link shows the refunded amount of its orders", async () => {
	const { visitorContext, token, payByLink, findOrder, stripe } = await createLinkFixture();
	await payByLink();
	const intentId = (await findOrder())?.transactionId ?? "";
	await stripe.refundInDashboard(intentId, 500);
	await settlePayment(visitorContext, intentId);
	expect(await readLinkedOrders(visitorContext, token)).toMatchObject({
		orders: [{ state: "paid", refundedCents: 500 }],
	});
});

test("stores only the hash of a link's token and rejects other tokens", async () => {
	const { visitorContext, token, db, orderId } = await createLinkFixture();
	const [row] = await db.select().from(paymentLinks);
	expect(row).toMatchObject({
		orderId,
		tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
	});
	expect(JSON.stringify(row)).not.toContain(token);
	for (const wrongToken of [
		"",
		row?.tokenHash ?? "",
		token.slice(1),
		token.toUpperCase(),
		"a".repeat(32),
	])
		await expect(readLinkedOrders(visitorContext, wrongToken), wrongToken).rejects.toMatchObject({
			code: "payment_link_not_found",
		});
});

test("a link cannot pay for an order that is canceled or whose reservation has ended", async () => {
	const canceledFixture = await createLinkFixture();
	await canceledFixture.cancel();
	expect(
		await readLinkedOrders(canceledFixture.visitorContext, canceledFixture.token),
	).toMatchObject({
		dueCents: null,
		orders: [{ state: "cancelled" }],
	});
	await expect(canceledFixture.payByLink()).rejects.toMatchObject({ code: "order_not_found" });
	const expiredFixture = await createLinkFixture();
	await expiredFixture.db.update(orders).set({ reservedUntil: new Date() });
	expect(await readLinkedOrders(expiredFixture.visitorContext, expiredFixture.token)).toMatchObject(
		{
			dueCents: null,
		},
	);
	await expect(expiredFixture.payByLink()).rejects.toMatchObject({ code: "reservation_ended" });
	await expect(expiredFixture.copyToken()).rejects.toMatchObject({ code: "reservation_ended" });
});

test("rejects a wrong total and another order's payment", async () => {
	const fixture = await createLinkFixture();
	const { visitorContext, token } = fixture;
	await expect(startPaymentByLink(visitorContext, token, totalCents - 1)).rejects.toMatchObject({
		code: "amount_mismatch",
	});
	const otherFixture = await createLinkFixture();
	const secret = await startPaymentByLink(
		otherFixture.visitorContext,
		otherFixture.token,
		totalCents,
	);
	await expect(
		confirmPaymentByLink(visitorContext, token, getIntentId(secret)),
	).rejects.toMatchObject({
		code: "payment_required",
	});
});

test("limits an order to twenty links a day, copied or emailed", async () => {
	const { copyToken, createContext, admin, orderId, db } = await createLinkFixture();
	for (let count = 1; count < 20; count += 1) await copyToken();
	await expect(copyToken()).rejects.toMatchObject({ code: "too_many_payment_links" });
	const emailLink = () => emailPaymentLink(createContext(admin), orderId);
	await expect(emailLink()).rejects.toMatchObject({ code: "too_many_payment_links" });
	await db.update(paymentLinks).set({ createdAt: new Date(Date.now() - 24 * 3_600_000) });
	await emailLink();
	expect(await db.$count(orderEmails, eq(orderEmails.kind, "payment_link"))).toBe(1);
});

test("a link works for 90 days", async () => {
	const { visitorContext, token, db } = await createLinkFixture();
	const now = new Date();
	const expiredAt = now.getTime() - 90 * 24 * 3_600_000;
	await db.update(paymentLinks).set({ createdAt: new Date(expiredAt) });
	await sweepPaymentLinks(visitorContext, now);
	expect((await readLinkedOrders(visitorContext, token)).orders).toHaveLength(1);
	await db.update(paymentLinks).set({ createdAt: new Date(expiredAt - 1) });
	await sweepPaymentLinks(visitorContext, now);
	await expect(readLinkedOrders(visitorContext, token)).rejects.toMatchObject({ status: 404 });
});

test("the shipping notice to a customer whose account was deleted links to a page that needs no login", async () => {
	const { db, visitorContext, createContext, admin, shopper, orderId, paySignedIn } =
		await createLinkFixture();
	await paySignedIn();
	await db.delete(users).where(eq(users.id, shopper.id));
	await shipOrder(createContext(admin), orderId, { carrier: "UPS", trackingNumber: "1" });
	const { sandbox, sentEmails } = createLocalOutbox();
	await sweepOrderEmails(withEnv(visitorContext, { SANDBOX: sandbox }), new Date());
	const { text = "" } = sentEmails.find(({ subject }) => subject.startsWith("On its way")) ?? {};
	expect(text).not.toContain("/dashbord/");
	const [, emailedToken = ""] = /\/pay\/(\w+)/.exec(text) ?? [];
	expect(await readLinkedOrders(visitorContext, emailedToken)).toMatchObject({
		orders: [{ state: "shipped" }],
		hasAccount: false,
	});
});

const competingActions = ["cancel", "expire", "paySignedIn"] as const;

test.each(
	competingActions.flatMap((action) => [
		[action, "payByLink"] as const,
		["payByLink", action] as const,
	]),
)(
	"refunds each payment that pays for no order when %s runs before any round trip of %s",
	async (injectedAction, action) => {
		const interleavings = await injectAtEachRoundTrip({
			create: createLinkFixture,
			act: (fixture, hook) => fixture[action](hook),
			inject: (fixture) => fixture[injectedAction](),
			async check(fixture, message) {
				await recover(fixture);
				const totals = await reconcilePayments(fixture.db, await fixture.stripe.readLedger());
				expect(totals, message).toMatchObject({ lost: [], waiting: 0, differenceCents: 0 });
				const { state } = (await fixture.findOrder()) ?? {};
				expect(totals.usedPayments, message).toBe(state === "paid" ? 1 : 0);
				const { stock, ordered } = await countPieces(fixture.visitorContext, fixture.productId);
				expect(stock + ordered, message).toBe(initialStock);
			},
		});
		expect(interleavings).toBeGreaterThan(2);
	},
	60_000,
);
