import { eq, inArray } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { emailedOrdersMax } from "#contract/limits.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import { orderNumber } from "#contract/shop.ts";
import { orderEmails, orders, users } from "#worker/db/schema.ts";
import { killBefore, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { sweepUnpaidOrders } from "../orders/expire.ts";
import { placeOrder } from "../orders/place.ts";
import { sendOrderEmailAfterResponse, sweepOrderEmails } from "./send-order-emails.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates a shop where a customer has placed `count` unpaid orders at the same moment. */
async function createFixture(count: number) {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { sandbox, sentEmails, rejectNext } = createLocalOutbox();
	const productId = await localShop.addProduct(1_000);
	const customer = await localShop.addAccount();
	const placeOrderFor = async (account: typeof customer) =>
		placeOrder(localShop.createContext(account), {
			productId,
			quantity: 2,
			location: "1 Long Lane",
			phone: "555",
			idempotencyKey: null,
		});
	const orderIds: string[] = [];
	for (let index = 0; index < count; index += 1) orderIds.push(await placeOrderFor(customer));

	const createContext = (beforeRoundTrip: RoundTripHook = () => undefined) =>
		withEnv(localShop.createContext(null, beforeRoundTrip), {
			SANDBOX: {
				...sandbox,
				fetch: async (...request: Parameters<Fetcher["fetch"]>) => {
					await beforeRoundTrip(["POST /email"]);
					return sandbox.fetch(...request);
				},
			},
		});
	/** Moves the clock, runs the email sweep, and returns the emails that were sent since the last call. */
	async function sweepAfter(ms: number, context = createContext()) {
		vi.setSystemTime(Date.now() + ms);
		await sweepOrderEmails(context, new Date());
		return takeEmails();
	}
	const takeEmails = () =>
		sentEmails.splice(0).map(({ to, subject, text, html }) => ({
			to,
			subject,
			text,
			html,
			orders: orderIds.filter((id) => text.includes(orderNumber(id))),
			listedNumbers: [...text.matchAll(/^Order ([0-9A-Z]+)/gm)].map(([, number]) => number),
		}));
	const queueEmails = (kind: OrderEmailKind) =>
		db
			.insert(orderEmails)
			.values(orderIds.map((orderId) => ({ orderId, kind, nextTryAt: new Date(Date.now()) })));
	return {
		db,
		localShop,
		customer,
		orderIds,
		placeOrderFor,
		sweepAfter,
		takeEmails,
		createContext,
		queueEmails,
		rejectNext,
	};
}

test("a customer with fifty unpaid orders gets one confirmation, one reminder and one cancellation email", async () => {
	const { orderIds, customer, localShop, placeOrderFor, sweepAfter, createContext } =
		await createFixture(50);
	const otherCustomer = await localShop.addAccount();
	await placeOrderFor(otherCustomer);
	const numbers = orderIds.map(orderNumber);
	const expectEmails = async (emails: ReturnType<typeof sweepAfter>, subject: string) => {
		const [email, ...rest] = (await emails).sort(({ to }) => (to === customer.email ? -1 : 1));
		expect(rest).toMatchObject([{ to: otherCustomer.email }]);
		expect(email).toMatchObject({ to: customer.email, listedNumbers: numbers });
		expect(email?.subject).toBe(`${subject} 50 orders: ${numbers[0]} and 49 more`);
	};
	await expectEmails(sweepAfter(10 * minuteMs), "We received your");
	await expectEmails(sweepAfter(24 * hourMs), "Not paid yet:");
	vi.setSystemTime(Date.now() + 24 * hourMs);
	await sweepUnpaidOrders(createContext(), new Date());
	expect(
		(await sweepAfter(0)).map(({ to }) => to),
		"a run cancels forty orders, and the email waits for the others",
	).not.toContain(customer.email);
	await sweepUnpaidOrders(createContext(), new Date());
	const emails = (await sweepAfter(0)).filter(({ to }) => to === customer.email);
	const subject = `Canceled: 50 orders: ${numbers[0]} and 49 more`;
	expect(emails).toMatchObject([{ subject, orders: orderIds }]);
	expect(await sweepAfter(48 * hourMs)).toEqual([]);
});

test("the email about expired orders waits at most an hour for the customer's other orders", async () => {
	const { db, orderIds, sweepAfter, queueEmails } = await createFixture(2);
	await db.delete(orderEmails);
	const [firstId = ""] = orderIds;
	await db
		.update(orders)
		.set({ cancelledAt: new Date(), cancelReason: "expired" })
		.where(eq(orders.id, firstId));
	await db.update(orders).set({ reservedUntil: new Date() });
	await queueEmails("expired");
	await db.delete(orderEmails).where(inArray(orderEmails.orderId, orderIds.slice(1)));
	expect(await sweepAfter(59 * minuteMs)).toEqual([]);
	expect(await sweepAfter(minuteMs)).toMatchObject([{ orders: [firstId] }]);
});

test("after a run is killed before any round trip, the next run sends every email that was not recorded as sent", async () => {
	const outcomes = [];
	for (let index = 0; index < 6; index += 1) {
		const { orderIds, sweepAfter, takeEmails, createContext } = await createFixture(3);
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		vi.setSystemTime(Date.now() + 10 * minuteMs);
		const result = await untilKilled(sweepOrderEmails(createContext(beforeRoundTrip), new Date()));
		const emailsBeforeKill = takeEmails();
		const emailsAfterKill = await sweepAfter(6 * minuteMs);
		for (const email of [...emailsBeforeKill, ...emailsAfterKill])
			expect(email.orders).toEqual(orderIds);
		expect(await sweepAfter(hourMs)).toEqual([]);
		outcomes.push([result === "killed", emailsBeforeKill.length, emailsAfterKill.length]);
	}
	expect(outcomes).toEqual([
		[true, 0, 1],
		[true, 0, 1],
		[true, 0, 1],
		[true, 0, 1],
		[true, 1, 1],
		[false, 1, 0],
	]);
});

test("no order is emailed twice, even if a second run starts at any round trip of the first", async () => {
	for (let index = 0; index < 5; index += 1) {
		const { orderIds, takeEmails, createContext } = await createFixture(3);
		vi.setSystemTime(Date.now() + 10 * minuteMs);
		let roundTrips = 0;
		const runSecond = async () => {
			if (roundTrips++ === index) await sweepOrderEmails(createContext(), new Date());
		};
		await sweepOrderEmails(createContext(runSecond), new Date());
		expect(takeEmails(), `round trip ${index}`).toMatchObject([{ orders: orderIds }]);
	}
});

test("an email does not mention an order that changed before the email is written", async () => {
	const { db, orderIds, sweepAfter, createContext } = await createFixture(3);
	const [paidId = "", ...unpaidIds] = orderIds;
	let roundTrips = 0;
	const payAfterClaim = async () => {
		if (roundTrips++ !== 2) return;
		await db
			.update(orders)
			.set({ paidAt: new Date(), transactionId: "pi_1" })
			.where(eq(orders.id, paidId));
	};
	const emails = await sweepAfter(10 * minuteMs, createContext(payAfterClaim));
	expect(emails).toMatchObject([
		{ subject: expect.stringMatching(/^We received your 2 orders: /), orders: unpaidIds },
	]);
	expect(await db.$count(orderEmails, eq(orderEmails.orderId, paidId)), "the reminder").toBe(1);
});

test("different customers and different kinds of email are not combined", async () => {
	const { localShop, placeOrderFor, customer, sweepAfter, queueEmails } = await createFixture(2);
	const otherCustomer = await localShop.addAccount();
	await placeOrderFor(otherCustomer);
	await queueEmails("receipt");
	const emails = await sweepAfter(10 * minuteMs);
	expect(emails.map(({ to, subject }) => [to, subject.replace(/:.*/, "")]).sort()).toEqual(
		[
			[customer.email, "Receipt for 2 orders"],
			[customer.email, "We received your 2 orders"],
			[otherCustomer.email, expect.stringMatching(/^We received order [0-9A-F]{12}$/)],
		].sort(),
	);
});

test("combines orders with different numbers of attempts, except those without attempts left", async () => {
	const { db, orderIds, sweepAfter, queueEmails } = await createFixture(3);
	await db.delete(orderEmails);
	await queueEmails("receipt");
	const [exhaustedId = "", lastAttemptId = "", freshId = ""] = orderIds;
	await db.update(orderEmails).set({ tries: 8 }).where(eq(orderEmails.orderId, exhaustedId));
	await db.update(orderEmails).set({ tries: 7 }).where(eq(orderEmails.orderId, lastAttemptId));
	expect(await sweepAfter(0)).toMatchObject([{ orders: [lastAttemptId, freshId] }]);
	const rows = await db.select().from(orderEmails);
	expect(Object.fromEntries(rows.map(({ orderId, failure }) => [orderId, failure]))).toEqual({
		[exhaustedId]: "given_up",
		[lastAttemptId]: null,
		[freshId]: null,
	});
});

test("only a permanent failure ends the attempts for the orders of an email", async () => {
	const { db, sweepAfter, rejectNext, takeEmails } = await createFixture(2);
	rejectNext(1);
	expect(await sweepAfter(10 * minuteMs)).toEqual([]);
	rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	expect(await sweepAfter(5 * minuteMs)).toEqual([]);
	const endedEmail = { kind: "placed", tries: 2, nextTryAt: null, failure: "suppressed" };
	expect(await db.select().from(orderEmails).where(eq(orderEmails.kind, "placed"))).toMatchObject([
		endedEmail,
		endedEmail,
	]);
	expect(takeEmails()).toEqual([]);
});

test("after the response, one email covers all of the customer's orders that changed together", async () => {
	const { db, orderIds, queueEmails, takeEmails, createContext, localShop, placeOrderFor } =
		await createFixture(3);
	const otherCustomer = await localShop.addAccount();
	const orderId = await placeOrderFor(otherCustomer);
	await db.delete(orderEmails);
	await queueEmails("receipt");
	await db.insert(orderEmails).values({ orderId, kind: "receipt", nextTryAt: new Date() });
	const oldestId = orderIds.toSorted().at(-1) ?? "";
	await db
		.update(orders)
		.set({ createdAt: new Date(0) })
		.where(eq(orders.id, oldestId));
	const backgroundWork: Promise<unknown>[] = [];
	const context = {
		...createContext(),
		waitUntil: (work: () => Promise<unknown>) => void backgroundWork.push(work()),
	};
	for (const id of orderIds) sendOrderEmailAfterResponse(context, "receipt", id);
	await Promise.all(backgroundWork);
	const emails = takeEmails();
	expect(emails).toMatchObject([{ orders: orderIds }]);
	expect(emails[0]?.subject, "the oldest order first").toContain(orderNumber(oldestId));
	sendOrderEmailAfterResponse(context, "receipt", orderId);
	await Promise.all(backgroundWork);
	expect(takeEmails()).toMatchObject([{ to: otherCustomer.email }]);
});

test("lists shared details once, and each order's own details with the order", async () => {
	const { db, orderIds, sweepAfter, customer } = await createFixture(3);
	await db.update(users).set({ emailVerifiedAt: new Date() });
	const [sharedDelivery] = await sweepAfter(10 * minuteMs);
	expect(sharedDelivery?.to).toBe(customer.email);
	expect(sharedDelivery?.text.match(/1 Long Lane/g)).toHaveLength(1);
	expect(sharedDelivery?.text).toContain("Total: $119.94");
	expect(sharedDelivery?.text.match(/reserved/g)).toHaveLength(2);
	expect(
		sharedDelivery?.text.match(/^Pay for your order: .*\/dashbord\/payment\/\w+$/gm),
	).toHaveLength(3);
	const [firstId = ""] = orderIds;
	const later = new Date(Date.now() + 72 * hourMs);
	await db
		.update(orders)
		.set({ location: "2 Short Street", reservedUntil: later })
		.where(eq(orders.id, firstId));
	const [mixedDelivery] = await sweepAfter(24 * hourMs);
	expect(mixedDelivery?.text.match(/1 Long Lane/g)).toHaveLength(2);
	expect(mixedDelivery?.text.match(/2 Short Street/g)).toHaveLength(1);
	expect(mixedDelivery?.text).toContain("reserved your pieces until the time below");
	expect(mixedDelivery?.text.match(/reserved until /g)).toHaveLength(3);
});

test("lists two hundred orders without exceeding Gmail's limit, and counts the rest", async () => {
	const { db, orderIds, sweepAfter } = await createFixture(1);
	const row = await db.select().from(orders).get();
	if (!row) throw new Error("The order is missing.");
	const { state: _, ...values } = row;
	await db.delete(orderEmails);
	const toolName = "Digital torque adapter 3/4 in, 150–750 Nm, with case & spare batteries";
	for (let index = 1; index <= emailedOrdersMax; index += 1) {
		const id = index.toString(16).padStart(24, "0");
		await db.insert(orders).values({ ...values, id, toolName, idempotencyKey: null });
		await db.insert(orderEmails).values({ orderId: id, kind: "placed", nextTryAt: new Date() });
	}
	await db
		.insert(orderEmails)
		.values({ orderId: orderIds[0] ?? "", kind: "placed", nextTryAt: new Date() });
	const [email, ...rest] = await sweepAfter(0);
	expect(rest).toEqual([]);
	expect(email?.text.match(/^Order /gm)).toHaveLength(emailedOrdersMax);
	expect(email?.text).toContain("And 1 more, listed under My Orders.");
	expect(new TextEncoder().encode(email?.html).length).toBeLessThan(102 * 1024);
});
