import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { emailedUnpaidCheckoutsPerDay } from "#contract/limits.ts";
import { orderEmails, orders, users } from "#worker/db/schema.ts";
import { createPaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { getOwnOrdersPage } from "../orders/list.ts";
import { placeOrder } from "../orders/place.ts";
import { isOrderPaymentInProgress } from "../payments/read.ts";
import { sweepOrderEmails } from "./send-order-emails.ts";

vi.spyOn(console, "log").mockReturnValue();

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates an unpaid order whose payment was started. `sweepAfter` moves the clock and sends the emails that are due. */
async function createFixture() {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createPaymentFixture();
	onTestFinished(fixture.localShop.close);
	const { sandbox, sentEmails } = createLocalOutbox();
	const sweepContext = fixture.createContext(null);
	const sweepAfter = async (ms: number) => {
		vi.setSystemTime(Date.now() + ms);
		await sweepOrderEmails(withEnv(sweepContext, { SANDBOX: sandbox }), new Date());
		return sentEmails.splice(0).map(({ subject }) => subject.replace(/ [0-9A-F]{12}:.*/, ""));
	};
	return { ...fixture, sweepContext, sweepAfter };
}

test("sends one order confirmation after ten minutes and one reminder halfway through the reservation", async () => {
	const { sweepAfter } = await createFixture();
	expect(await sweepAfter(9 * minuteMs)).toEqual([]);
	expect(await sweepAfter(minuteMs)).toEqual(["We received order"]);
	expect(await sweepAfter(23 * hourMs)).toEqual([]);
	expect(await sweepAfter(hourMs)).toEqual(["Not paid yet: order"]);
	expect(await sweepAfter(23 * hourMs)).toEqual([]);
});

test("a customer who pays right after ordering gets only the receipt", async () => {
	const { stripe, secret, confirm, sweepAfter, db } = await createFixture();
	await stripe.chargeCard(secret);
	await confirm();
	expect(await sweepAfter(hourMs)).toEqual(["Receipt for order"]);
	expect(await sweepAfter(47 * hourMs)).toEqual([]);
	expect(await db.select().from(orderEmails)).toMatchObject([{ kind: "receipt" }]);
});

test("sends no reminder while a bank is processing the payment, but sends one after the bank declines", async () => {
	const { stripe, secret, intentId, orderId, deliverWebhooks, shopper, createContext, sweepAfter } =
		await createFixture();
	const readInProgressFlags = async () => {
		const shopperContext = createContext(shopper);
		const { rows } = await getOwnOrdersPage(shopperContext, 0);
		return [rows[0]?.isPaymentInProgress, await isOrderPaymentInProgress(shopperContext, orderId)];
	};
	await sweepAfter(hourMs);
	expect(await readInProgressFlags()).toEqual([false, false]);
	await stripe.chargeCard(secret, "pm_card_processing");
	await deliverWebhooks();
	expect(await readInProgressFlags()).toEqual([true, true]);
	expect(await sweepAfter(24 * hourMs)).toEqual([]);
	await stripe.settlePayment(intentId, "failed");
	await deliverWebhooks();
	expect(await readInProgressFlags()).toEqual([false, false]);
	expect(await sweepAfter(minuteMs)).toEqual(["Not paid yet: order"]);
});

test("sends no email about an unpaid order to an unverified address, even if it is verified later", async () => {
	const { db, sweepAfter, sweepContext } = await createFixture();
	await db.update(users).set({ emailVerifiedAt: null });
	expect(await sweepAfter(hourMs)).toEqual([]);
	expect(await sweepAfter(24 * hourMs)).toEqual([]);
	await sweepUnpaidOrders(sweepContext, new Date(Date.now() + 24 * hourMs));
	expect(await sweepAfter(0)).toEqual([]);
	await db.update(users).set({ emailVerifiedAt: new Date() });
	expect(await sweepAfter(48 * hourMs)).toEqual([]);
	expect(await db.$count(orderEmails)).toBe(0);
});

test("sends no reminder after the reservation has ended, for example after an outage", async () => {
	const { sweepAfter } = await createFixture();
	expect(await sweepAfter(48 * hourMs)).toEqual([]);
});

test("sends one email about an order that was not paid in time", async () => {
	const { sweepAfter, sweepContext } = await createFixture();
	for (const _ of [1, 2]) await sweepUnpaidOrders(sweepContext, new Date(Date.now() + 48 * hourMs));
	expect(await sweepAfter(0)).toEqual(["Canceled: order"]);
	expect(await sweepAfter(48 * hourMs)).toEqual([]);
});

test("emails customers about orders that an admin cancels, but not about orders that they cancel themselves", async () => {
	for (const [role, subjects] of [
		["admin", ["Canceled: order"]],
		["shopper", []],
	] as const) {
		const fixture = await createFixture();
		await cancelOrder(fixture.createContext(fixture[role]), fixture.orderId);
		expect(await fixture.sweepAfter(0)).toEqual(subjects);
		expect(await fixture.sweepAfter(48 * hourMs), role).toEqual([]);
	}
});

test("an account gets emails about at most a hundred unpaid checkouts a day, so that nobody can use up the shop's email quota", async () => {
	const { db, productId, createContext, shopper, orderId } = await createFixture();
	const [first] = await db.select().from(orders).where(eq(orders.id, orderId));
	if (!first) throw new Error("The order is missing.");
	const { state: _, ...row } = first;
	// Paid checkouts count too. With a hundred unpaid ones, the account could not order anything else.
	for (let index = 2; index < emailedUnpaidCheckoutsPerDay; index += 1) {
		const payment = { paidAt: new Date(), transactionId: `pi_${index}` };
		const createdAt = new Date(row.createdAt.getTime() - index);
		await db.insert(orders).values({ ...row, ...payment, createdAt, id: `order${index}` });
	}
	const input = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	const place = () => {
		vi.setSystemTime(Date.now() + 1);
		return placeOrder(createContext(shopper), input);
	};
	const countEmails = async (id: string) => db.$count(orderEmails, eq(orderEmails.orderId, id));
	expect(await countEmails(await place())).toBe(2);
	expect(await countEmails(await place())).toBe(0);
	vi.setSystemTime(Date.now() + 24 * hourMs);
	expect(await countEmails(await place())).toBe(2);
});

test("sends a reminder about an order placed under an older release, without a reservation", async () => {
	const { db, sweepContext, sweepAfter } = await createFixture();
	await db.delete(orderEmails);
	await db.update(orders).set({ reservedUntil: null });
	await sweepUnpaidOrders(sweepContext, new Date());
	expect(await sweepAfter(23 * hourMs)).toEqual([]);
	expect(await sweepAfter(hourMs)).toEqual(["Not paid yet: order"]);
});
