import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { orderEmails, orders, paymentLinks } from "#worker/db/schema.ts";
import {
	checkoutCents,
	createCheckoutFixture,
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
import {
	copyPaymentLink,
	emailPaymentLink,
	readPaymentLinkTotals,
} from "../orders/payment-links.ts";
import { requireOrder } from "../orders/read.ts";
import { confirmPaymentByLink, readLinkedOrders, startPaymentByLink } from "./pay-by-link.ts";
import { confirmCheckout, confirmPayment } from "./settle.ts";
import { startCheckoutPayment, startPayment } from "./start.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

/** Creates a checkout of three orders, with a link that staff created on the page of the second order. */
async function createFixture() {
	const fixture = await createCheckoutFixture();
	onTestFinished(fixture.localShop.close);
	const { createContext, admin, shopper, stripe, checkoutId, db } = fixture;
	const [first = "", second = "", third = ""] = fixture.orderIds;
	const copyToken = async (order = second) =>
		(await copyPaymentLink(createContext(admin), order)).replace(/.*\//, "");
	const token = await copyToken();
	/** Starts a payment of the amount that the page shows, charges a card, and confirms the payment. */
	async function pay(
		cents: number,
		start: (cents: number) => Promise<string>,
		confirm: (intentId: string) => Promise<number>,
	): Promise<number> {
		const secret = await start(cents);
		await stripe.chargeCard(secret);
		return confirm(getIntentId(secret));
	}
	const payByLink = async (hook?: RoundTripHook) => {
		const visitor = createContext(null, hook);
		const { dueCents } = await readLinkedOrders(createContext(null), token);
		return pay(
			dueCents ?? 0,
			(cents) => startPaymentByLink(visitor, token, cents),
			(intentId) => confirmPaymentByLink(visitor, token, intentId),
		);
	};
	const createShopperContext = (hook?: RoundTripHook) => createContext(shopper, hook);
	return {
		...fixture,
		first,
		second,
		third,
		token,
		copyToken,
		payByLink,
		visitor: createContext(null),
		paySignedIn: (hook?: RoundTripHook) =>
			pay(
				checkoutCents,
				(cents) => startCheckoutPayment(createShopperContext(hook), checkoutId, cents),
				(intentId) => confirmCheckout(createShopperContext(hook), checkoutId, intentId),
			),
		payOneSignedIn: (hook?: RoundTripHook) =>
			pay(
				totalCents,
				(cents) => startPayment(createShopperContext(hook), cents, first),
				(intentId) => confirmPayment(createShopperContext(hook), first, intentId),
			),
		cancelOne: (hook?: RoundTripHook) => cancelOrder(createContext(admin, hook), third),
		/** Ends the reservation of one order, and runs the sweep. */
		expireOne: async (hook?: RoundTripHook) => {
			const ended = { reservedUntil: new Date(Date.now() - 1) };
			await db.update(orders).set(ended).where(eq(orders.id, third));
			return sweepUnpaidOrders(createContext(null, hook), new Date());
		},
		readStates: async () =>
			(await db.select().from(orders).where(eq(orders.checkoutId, checkoutId))).map(
				({ state }) => state,
			),
	};
}

test("the payment link of any order in a checkout pays for all its unpaid orders at once", async () => {
	const { visitor, token, payByLink, readStates, stripe, db, shopper } = await createFixture();
	const linkedOrders = await readLinkedOrders(visitor, token);
	expect(linkedOrders).toMatchObject({
		dueCents: checkoutCents,
		orders: [{ quantity: 4 }, { quantity: 3 }, { quantity: 2 }],
	});
	for (const secret of [shopper.email, shopper.name, "Here"])
		expect(JSON.stringify(linkedOrders)).not.toContain(secret);
	expect(await payByLink()).toBe(3);
	expect(await readStates()).toEqual(["paid", "paid", "paid"]);
	expect(await readLinkedOrders(visitor, token)).toMatchObject({ dueCents: null });
	await expect(startPaymentByLink(visitor, token, checkoutCents)).rejects.toMatchObject({
		code: "already_paid",
	});
	expect(await reconcilePayments(db, await stripe.readLedger())).toMatchObject({
		payments: 1,
		usedPayments: 1,
		differenceCents: 0,
	});
});

test("a link still pays for the other orders after its own order is canceled", async () => {
	const fixture = await createFixture();
	const { visitor, token, admin, second, createContext, payByLink, readStates } = fixture;
	await cancelOrder(createContext(admin), second);
	await expect(startPaymentByLink(visitor, token, checkoutCents)).rejects.toMatchObject({
		code: "checkout_changed",
	});
	expect(await readLinkedOrders(visitor, token)).toMatchObject({
		dueCents: checkoutCents - 5_997,
	});
	expect(await payByLink()).toBe(2);
	expect(await readStates()).toEqual(["paid", "cancelled", "paid"]);
});

test("a link pays for only the orders that are still unpaid", async () => {
	const paidFixture = await createFixture();
	await paidFixture.payOneSignedIn();
	expect(await paidFixture.payByLink()).toBe(2);
	const canceledFixture = await createFixture();
	for (const id of canceledFixture.orderIds)
		await cancelOrder(canceledFixture.createContext(canceledFixture.admin), id);
	expect(await readLinkedOrders(canceledFixture.visitor, canceledFixture.token)).toMatchObject({
		dueCents: null,
	});
	await expect(canceledFixture.payByLink()).rejects.toMatchObject({ code: "order_not_found" });
});

test("a link rejects another checkout's payment and any payment after a reservation has ended", async () => {
	const { visitor, token, db, third } = await createFixture();
	const otherCheckout = await createFixture();
	const secret = await startPaymentByLink(
		otherCheckout.visitor,
		otherCheckout.token,
		checkoutCents,
	);
	await expect(confirmPaymentByLink(visitor, token, getIntentId(secret))).rejects.toMatchObject({
		code: "payment_required",
	});
	await db.update(orders).set({ reservedUntil: new Date() }).where(eq(orders.id, third));
	expect(await readLinkedOrders(visitor, token)).toMatchObject({ dueCents: null });
	await expect(startPaymentByLink(visitor, token, checkoutCents)).rejects.toMatchObject({
		code: "reservation_ended",
	});
});

test("an email sent from an order's page lists all unpaid orders of its checkout with one payment link", async () => {
	const { createContext, admin, db, first, second, third } = await createFixture();
	await cancelOrder(createContext(admin), third);
	await db.delete(orderEmails);
	const staff = createContext(admin);
	await emailPaymentLink(staff, first);
	const { sandbox, sentEmails } = createLocalOutbox();
	const linkCountBefore = await db.$count(paymentLinks);
	await sweepOrderEmails(withEnv(createContext(null), { SANDBOX: sandbox }), new Date());
	const [email, ...others] = sentEmails.filter(({ subject }) => subject.startsWith("Pay"));
	expect(others).toEqual([]);
	expect(email?.subject).toMatch(/^Pay for your 2 orders/);
	expect(email?.text.match(/\/pay\/[a-z2-7]{32}/g)).toHaveLength(1);
	expect(email?.text).toContain("Pay for your 2 orders:\n");
	expect(email?.text).toContain("Total: $139.93");
	expect(await db.$count(paymentLinks)).toBe(linkCountBefore + 1);
	const linkTotals = await readPaymentLinkTotals(staff, await requireOrder(staff, second));
	expect(linkTotals).toEqual({ orderCount: 2, totalCents: 13_993 });
});

test("limits a checkout to twenty links a day across all its orders", async () => {
	const { copyToken, first, third } = await createFixture();
	for (let count = 1; count < 20; count += 1) await copyToken(first);
	await expect(copyToken(third)).rejects.toMatchObject({ code: "too_many_payment_links" });
});

const competingActions = ["cancelOne", "expireOne", "paySignedIn", "payOneSignedIn"] as const;

test.each(
	competingActions.flatMap((action) => [
		[action, "payByLink"] as const,
		["payByLink", action] as const,
	]),
)(
	"refunds each payment that pays for no order when %s runs before any round trip of %s",
	async (injectedAction, action) => {
		const interleavings = await injectAtEachRoundTrip({
			create: createFixture,
			act: (fixture, hook) => fixture[action](hook),
			inject: (fixture) => fixture[injectedAction](),
			async check(fixture, message) {
				await recover(fixture);
				const totals = await reconcilePayments(fixture.db, await fixture.stripe.readLedger());
				expect(totals, message).toMatchObject({ lost: [], waiting: 0, differenceCents: 0 });
				const rows = await fixture.db
					.select()
					.from(orders)
					.where(eq(orders.checkoutId, fixture.checkoutId));
				const transactions = rows.flatMap(({ transactionId }) => transactionId ?? []);
				expect(totals.usedPayments, message).toBe(new Set(transactions).size);
				for (const id of fixture.productIds) {
					const { stock, ordered } = await countPieces(fixture.visitor, id);
					expect(stock + ordered, message).toBe(initialStock);
				}
			},
		});
		expect(interleavings).toBeGreaterThan(2);
	},
	120_000,
);

test("rate-limits starting and confirming a checkout's payment, both signed in and by link", async () => {
	const { createContext, shopper, visitor, checkoutId, token, intentId } = await createFixture();
	const LIMIT_30 = { limit: async () => ({ success: false }) };
	const shopperContext = withEnv(createContext(shopper), { LIMIT_30 });
	const visitorContext = withEnv(visitor, { LIMIT_30 });
	const calls = [
		() => startCheckoutPayment(shopperContext, checkoutId, checkoutCents),
		() => confirmCheckout(shopperContext, checkoutId, intentId),
		() => startPaymentByLink(visitorContext, token, checkoutCents),
		() => confirmPaymentByLink(visitorContext, token, intentId),
	];
	for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 429 });
});
