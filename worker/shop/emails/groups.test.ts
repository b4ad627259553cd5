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

/** Creates a shop where a customer has placed unpaid orders at the same moment. */
async function createFixture(count: number) {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { binding, sentEmails, rejectNext } = createLocalOutbox();
	const productId = await localShop.addProduct(1_000);
	const customer = await localShop.addAccount();
	const place = async (account: typeof customer) =>
		placeOrder(localShop.createContext(account), {
			...{ productId, quantity: 2, location: "1 Long Lane", phone: "555" },
			idempotencyKey: null,
		});
	const ids: string[] = [];
	for (let index = 0; index < count; index += 1) ids.push(await place(customer));

	const createContext = (beforeRoundTrip: RoundTripHook = () => undefined) =>
		withEnv(localShop.createContext(null, beforeRoundTrip), {
			SANDBOX: {
				...binding,
				fetch: async (...request: Parameters<Fetcher["fetch"]>) => {
					await beforeRoundTrip(["POST /email"]);
					return binding.fetch(...request);
				},
			},
		});
	/** Moves the clock, runs the sweep of emails, and returns those that were sent since the last call. */
	async function sweepAfter(ms: number, shop = createContext()) {
		vi.setSystemTime(Date.now() + ms);
		await sweepOrderEmails(shop, new Date());
		return takeEmails();
	}
	const takeEmails = () =>
		sentEmails.splice(0).map(({ to, subject, text, html }) => {
			return {
				to,
				subject,
				text,
				html,
				orders: ids.filter((id) => text.includes(orderNumber(id))),
			};
		});
	const queue = (kind: OrderEmailKind) =>
		db
			.insert(orderEmails)
			.values(ids.map((orderId) => ({ orderId, kind, nextTryAt: new Date(Date.now()) })));
	return {
		db,
		localShop,
		customer,
		ids,
		place,
		sweepAfter,
		takeEmails,
		createContext,
		queue,
		rejectNext,
	};
}

test("a customer with fifty unpaid orders gets one confirmation, one reminder and one cancellation email", async () => {
	const { ids, customer, localShop, place, sweepAfter, createContext } = await createFixture(50);
	const other = await localShop.addAccount();
	await place(other);
	const first = orderNumber([...ids].sort()[0] ?? "");
	const expectEmails = async (emails: ReturnType<typeof sweepAfter>, subject: string) => {
		const [email, ...rest] = (await emails).sort(({ to }) => (to === customer.email ? -1 : 1));
		expect(rest).toMatchObject([{ to: other.email }]);
		expect(email).toMatchObject({ to: customer.email, orders: ids });
		expect(email?.subject).toBe(`${subject} 50 orders: ${first} and 49 more`);
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
	const [email, ...rest] = (await sweepAfter(0)).filter(({ to }) => to === customer.email);
	expect(rest).toEqual([]);
	expect(email).toMatchObject({
		subject: `Canceled: 50 orders: ${first} and 49 more`,
		orders: ids,
	});
	expect(await sweepAfter(48 * hourMs)).toEqual([]);
});

test("the email about expired orders waits at most an hour for the customer's other orders", async () => {
	const { db, ids, sweepAfter, queue } = await createFixture(2);
	await db.delete(orderEmails);
	const [first = ""] = ids;
	await db
		.update(orders)
		.set({ cancelledAt: new Date(), cancelReason: "expired" })
		.where(eq(orders.id, first));
	await db.update(orders).set({ reservedUntil: new Date() });
	await queue("expired");
	await db.delete(orderEmails).where(inArray(orderEmails.orderId, ids.slice(1)));
	expect(await sweepAfter(59 * minuteMs)).toEqual([]);
	expect(await sweepAfter(minuteMs)).toMatchObject([{ orders: [first] }]);
});

test("after a run is killed before any round trip, the next run sends every email that was not recorded as sent", async () => {
	const outcomes = [];
	for (let index = 0; index < 6; index += 1) {
		const { ids, sweepAfter, takeEmails, createContext } = await createFixture(3);
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		vi.setSystemTime(Date.now() + 10 * minuteMs);
		const end = await untilKilled(sweepOrderEmails(createContext(beforeRoundTrip), new Date()));
		const beforeKill = takeEmails();
		const afterKill = await sweepAfter(6 * minuteMs);
		for (const email of [...beforeKill, ...afterKill]) expect(email.orders).toEqual(ids);
		expect(await sweepAfter(hourMs)).toEqual([]);
		outcomes.push([end === "killed", beforeKill.length, afterKill.length]);
	}
	expect(outcomes).toEqual([
		...[
			[true, 0, 1],
			[true, 0, 1],
			[true, 0, 1],
			[true, 0, 1],
		],
		[true, 1, 1],
		[false, 1, 0],
	]);
});

test("a second run that starts at any round trip of the first reports no order twice", async () => {
	for (let index = 0; index < 5; index += 1) {
		const { ids, takeEmails, createContext } = await createFixture(3);
		vi.setSystemTime(Date.now() + 10 * minuteMs);
		let roundTrips = 0;
		const runSecond = async () => {
			if (roundTrips++ === index) await sweepOrderEmails(createContext(), new Date());
		};
		await sweepOrderEmails(createContext(runSecond), new Date());
		expect(takeEmails(), `round trip ${index}`).toMatchObject([{ orders: ids }]);
	}
});

test("an email does not mention an order that changed before the email is written", async () => {
	const { db, ids, sweepAfter, createContext } = await createFixture(3);
	const [paid = "", ...unpaid] = ids;
	let roundTrips = 0;
	const payAfterClaim = async () => {
		if (roundTrips++ !== 2) return;
		await db
			.update(orders)
			.set({ paidAt: new Date(), transactionId: "pi_1" })
			.where(eq(orders.id, paid));
	};
	const emails = await sweepAfter(10 * minuteMs, createContext(payAfterClaim));
	expect(emails).toMatchObject([
		{ subject: expect.stringMatching(/^We received your 2 orders: /), orders: unpaid },
	]);
	expect(await db.$count(orderEmails, eq(orderEmails.orderId, paid)), "the reminder").toBe(1);
});

test("different customers and different kinds of email are not combined", async () => {
	const { localShop, place, customer, sweepAfter, queue } = await createFixture(2);
	const other = await localShop.addAccount();
	await place(other);
	await queue("receipt");
	const emails = await sweepAfter(10 * minuteMs);
	expect(emails.map(({ to, subject }) => [to, subject.replace(/:.*/, "")]).sort()).toEqual(
		[
			[customer.email, "Receipt for 2 orders"],
			[customer.email, "We received your 2 orders"],
			[other.email, expect.stringMatching(/^We received order [0-9A-F]{12}$/)],
		].sort(),
	);
});

test("combines orders with different numbers of attempts, except those without attempts left", async () => {
	const { db, ids, sweepAfter, queue } = await createFixture(3);
	await db.delete(orderEmails);
	await queue("receipt");
	const [exhausted = "", lastAttempt = "", fresh = ""] = ids;
	await db.update(orderEmails).set({ tries: 8 }).where(eq(orderEmails.orderId, exhausted));
	await db.update(orderEmails).set({ tries: 7 }).where(eq(orderEmails.orderId, lastAttempt));
	expect(await sweepAfter(0)).toMatchObject([{ orders: [lastAttempt, fresh] }]);
	const rows = await db.select().from(orderEmails);
	expect(Object.fromEntries(rows.map(({ orderId, failure }) => [orderId, failure]))).toEqual({
		[exhausted]: "given_up",
		[lastAttempt]: null,
		[fresh]: null,
	});
});

test("only a permanent failure ends the attempts for the orders of an email", async () => {
	const { db, sweepAfter, rejectNext, takeEmails } = await createFixture(2);
	rejectNext(1);
	expect(await sweepAfter(10 * minuteMs)).toEqual([]);
	rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	expect(await sweepAfter(5 * minuteMs)).toEqual([]);
	const ended = { kind: "placed", tries: 2, nextTryAt: null, failure: "suppressed" };
	expect(await db.select().from(orderEmails).where(eq(orderEmails.kind, "placed"))).toMatchObject([
		ended,
		ended,
	]);
	expect(takeEmails()).toEqual([]);
});

test("after the response, one email reports all orders of the customer that changed together", async () => {
	const { db, ids, queue, takeEmails, createContext, localShop, place } = await createFixture(3);
	const other = await localShop.addAccount();
	const orderId = await place(other);
	await db.delete(orderEmails);
	await queue("receipt");
	await db.insert(orderEmails).values({ orderId, kind: "receipt", nextTryAt: new Date() });
	const oldest = ids.toSorted().at(-1) ?? "";
	await db
		.update(orders)
		.set({ createdAt: new Date(0) })
		.where(eq(orders.id, oldest));
	const backgroundWork: Promise<unknown>[] = [];
	const shop = {
		...createContext(),
		waitUntil: (work: () => Promise<unknown>) => void backgroundWork.push(work()),
	};
	for (const id of ids) sendOrderEmailAfterResponse(shop, "receipt", id);
	await Promise.all(backgroundWork);
	const emails = takeEmails();
	expect(emails).toMatchObject([{ orders: ids }]);
	expect(emails[0]?.subject, "the oldest order first").toContain(orderNumber(oldest));
	sendOrderEmailAfterResponse(shop, "receipt", orderId);
	await Promise.all(backgroundWork);
	expect(takeEmails()).toMatchObject([{ to: other.email }]);
});

test("lists shared details once, and each order's own details with the order", async () => {
	const { db, ids, sweepAfter, customer } = await createFixture(3);
	await db.update(users).set({ emailVerifiedAt: new Date() });
	const [sharedDelivery] = await sweepAfter(10 * minuteMs);
	expect(sharedDelivery?.to).toBe(customer.email);
	expect(sharedDelivery?.text.match(/1 Long Lane/g)).toHaveLength(1);
	expect(sharedDelivery?.text).toContain("Total: $119.94");
	expect(sharedDelivery?.text.match(/reserved/g)).toHaveLength(2);
	expect(
		sharedDelivery?.text.match(/^Pay for your order: .*\/dashbord\/payment\/\w+$/gm),
	).toHaveLength(3);
	const [first = ""] = ids;
	const later = new Date(Date.now() + 72 * hourMs);
	await db
		.update(orders)
		.set({ location: "2 Short Street", reservedUntil: later })
		.where(eq(orders.id, first));
	const [mixedDelivery] = await sweepAfter(24 * hourMs);
	expect(mixedDelivery?.text.match(/1 Long Lane/g)).toHaveLength(2);
	expect(mixedDelivery?.text.match(/2 Short Street/g)).toHaveLength(1);
	expect(mixedDelivery?.text).toContain("reserved your pieces until the time below");
	expect(mixedDelivery?.text.match(/reserved until /g)).toHaveLength(3);
});

test("lists two hundred orders without exceeding Gmail's limit, and counts the rest", async () => {
	const { db, ids, sweepAfter } = await createFixture(1);
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
		.values({ orderId: ids[0] ?? "", kind: "placed", nextTryAt: new Date() });
	const [email, ...rest] = await sweepAfter(0);
	expect(rest).toEqual([]);
	expect(email?.text.match(/^Order /gm)).toHaveLength(emailedOrdersMax);
	expect(email?.text).toContain("And 1 more, listed under My Orders.");
	expect(new TextEncoder().encode(email?.html).length).toBeLessThan(102 * 1024);
});
