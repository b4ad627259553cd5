import { expect, onTestFinished, test } from "vitest";
import {
	contactEmails,
	orderEmails,
	payments,
	refunds,
	stripeEvents,
	sweepRuns,
} from "#worker/db/schema.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { addOrder } from "../../../tests/support/orders.ts";
import { getStatus } from "./read.ts";

const now = new Date("2026-11-20T10:00:00Z");
const midnight = new Date("2026-11-20T00:00:00Z");
const subtractMs = (time: Date, ms: number) => new Date(time.getTime() - ms);
const minuteMs = 60_000;

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	return { ...localShop, adminContext, readStatus: () => getStatus(adminContext, now) };
}

test("counts what happened since midnight UTC", async () => {
	const { db, addProduct, readStatus } = await createFixture();
	const productId = await addProduct(1);
	const times = [subtractMs(midnight, 1), midnight, now];
	for (const [index, time] of times.entries()) {
		const { id: orderId } = await addOrder({ db }, { productId, createdAt: time, paidAt: time });
		await db.insert(orderEmails).values({ orderId, kind: "receipt", sentAt: time });
		const refund = { paymentId: "pi_1", amountCents: 500, createdAt: time, readAt: time };
		await db.insert(refunds).values([
			{ ...refund, id: `re_${index}`, status: "succeeded", createdByShop: true },
			{ ...refund, id: `re_pending_${index}`, status: "pending", createdByShop: true },
			{ ...refund, id: `re_other_${index}`, status: "succeeded", createdByShop: false },
		]);
	}
	expect((await readStatus()).today).toEqual({
		placed: 2,
		paid: 2,
		revenueCents: 25_000,
		refunds: 2,
		emailsSent: 2,
	});
});

test("counts unrefunded payments with a problem, and reports when the oldest unsent email was queued", async () => {
	const { db, addProduct, readStatus } = await createFixture();
	expect((await readStatus()).waiting.oldestAt).toBeNull();
	const payment = { orderId: "o", amountCents: 500, updatedAt: now };
	await db.insert(payments).values([
		{ ...payment, id: "pi_good" },
		{ ...payment, id: "pi_problem", problem: "Disputed" },
		{ ...payment, id: "pi_refunded", status: "refunded", problem: "Canceled", refundId: "re_1" },
	]);
	const email = { subjectId: "none", kind: "message" as const, nextTryAt: now };
	const { id: orderId } = await addOrder({ db }, { productId: await addProduct(1) });
	await db.insert(orderEmails).values([
		{ orderId, kind: "receipt", nextTryAt: now, createdAt: subtractMs(now, 2) },
		{ orderId, kind: "reminder", nextTryAt: new Date(now.getTime() + 1) },
		{ orderId, kind: "shipped", nextTryAt: now, sentAt: now },
	]);
	await db.insert(contactEmails).values([
		{ ...email, id: "new", createdAt: subtractMs(now, 3) },
		{ ...email, id: "retried", tries: 1, nextTryAt: new Date(now.getTime() + 1), createdAt: now },
		{ ...email, id: "given up", tries: 8, nextTryAt: null },
	]);
	const { waiting } = await readStatus();
	expect(waiting).toMatchObject({ emails: 3, retrying: 1, failed: 1, paymentProblems: 1 });
	expect(waiting.oldestAt).toEqual(subtractMs(now, 3));
});

test("counts unpaid orders whose reservation has ended", async () => {
	const { db, addProduct, readStatus } = await createFixture();
	const productId = await addProduct(1);
	await addOrder({ db }, { productId, reservedUntil: now });
	await addOrder({ db }, { productId, reservedUntil: now, paidAt: now });
	await addOrder({ db }, { productId, reservedUntil: new Date(now.getTime() + 1) });
	expect((await readStatus()).waiting.unpaidOrders).toBe(1);
});

test("lists the ten newest failed emails, and counts all of them", async () => {
	const { db, readStatus } = await createFixture();
	const ids = Array.from({ length: 11 }, (_, index) => `email ${index}`);
	for (const [index, id] of [...ids.entries()].toReversed()) {
		const email = { kind: "message" as const, subjectId: "none", tries: 8, nextTryAt: null };
		await db.insert(contactEmails).values({ ...email, id, createdAt: subtractMs(now, index) });
	}
	const { failedEmails, waiting } = await readStatus();
	expect(failedEmails.map(({ id }) => id)).toEqual(ids.slice(0, 10));
	expect(waiting.failed).toBe(11);
});

test("shows the latest Stripe event and the twelve latest sweep runs, newest first", async () => {
	const { db, readStatus } = await createFixture();
	for (const minutes of [2, 1, 3]) {
		const receivedAt = subtractMs(now, minutes * minuteMs);
		await db.insert(stripeEvents).values({ id: `evt_${minutes}`, type: "charge", receivedAt });
	}
	const run = { ms: 1, found: 0, fixed: 0, failed: 0 };
	const startTimes = Array.from({ length: 13 }, (_, index) => subtractMs(now, index * minuteMs));
	for (const startedAt of startTimes.toReversed())
		await db.insert(sweepRuns).values({ ...run, startedAt });
	const { lastEventAt, runs } = await readStatus();
	expect(lastEventAt).toEqual(subtractMs(now, minuteMs));
	expect(runs.map(({ startedAt }) => startedAt)).toEqual(startTimes.slice(0, 12));
});

test("the sweep is late if it has not started for 15 minutes, except locally", async () => {
	const { db, adminContext, readStatus } = await createFixture();
	expect((await readStatus()).isSweepLate, "it never started").toBe(true);
	const run = { ms: 1, found: 0, fixed: 0, failed: 0 };
	await db.insert(sweepRuns).values({ ...run, startedAt: subtractMs(now, 15 * minuteMs) });
	expect((await readStatus()).isSweepLate).toBe(false);
	const later = new Date(now.getTime() + 1);
	expect((await getStatus(adminContext, later)).isSweepLate).toBe(true);
	expect((await getStatus(withEnv(adminContext, { SANDBOX: {} }), later)).isSweepLate).toBe(false);
});
