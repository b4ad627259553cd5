import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQueryStats } from "#worker/db/client.ts";
import {
	contactEmails,
	orderEmails,
	payments,
	products,
	sessions,
	stripeEvents,
	subscribers,
	sweepRuns,
} from "#worker/db/schema.ts";
import { createOrderFixture, totalCents } from "../../tests/model/payment-fixture.ts";
import { createLocalOutbox } from "../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../tests/support/local-shop.ts";
import { placeOrder } from "./orders/place.ts";
import { startPayment } from "./payments/start.ts";
import { sweep } from "./sweep.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date();
const timeAgo = (ms: number) => new Date(now.getTime() - ms);

function createEmptyShop() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	return localShop;
}

const createRun = (startedAt: Date) => ({ startedAt, ms: 1, found: 0, fixed: 0, failed: 0 });

test("the sweep keeps Stripe's events for 30 days, and the results of its runs for two days", async () => {
	const context = createEmptyShop().anonymousContext;
	const { db } = context;
	const events = { retained: timeAgo(30 * dayMs), expired: timeAgo(30 * dayMs + 1) };
	for (const [id, receivedAt] of Object.entries(events)) {
		await db.insert(stripeEvents).values({ id, type: "payment_intent.succeeded", receivedAt });
	}
	await db.insert(sweepRuns).values([createRun(timeAgo(dayMs)), createRun(timeAgo(3 * dayMs))]);
	await sweep(context, now, createQueryStats());
	expect(await db.select({ id: stripeEvents.id }).from(stripeEvents)).toEqual([{ id: "retained" }]);
	const runs = await db.select({ startedAt: sweepRuns.startedAt }).from(sweepRuns);
	expect(runs).toHaveLength(2);
	expect(runs.every(({ startedAt }) => startedAt > timeAgo(2 * dayMs))).toBe(true);
});

test("a sweep task that throws fails the run, but the other tasks still run", async () => {
	const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
	onTestFinished(() => log.mockRestore());
	const localShop = createEmptyShop();
	const { db } = localShop;
	const account = await localShop.addAccount();
	const expiredSession = {
		id: "one",
		userId: account.id,
		createdAt: timeAgo(dayMs),
		expiresAt: timeAgo(1),
	};
	await db.insert(sessions).values(expiredSession);
	const context = localShop.createContext(null, (statements) => {
		if (statements.some((statement) => statement.includes("stripe_events"))) {
			throw new Error("broken");
		}
	});
	await expect(sweep(context, now, createQueryStats())).rejects.toThrow(
		"These sweep tasks crashed: events",
	);
	expect(await db.$count(sessions)).toBe(0);
	const [run] = await db.select().from(sweepRuns);
	expect(run).toMatchObject({ failed: 1, failedTasks: "events" });
});

/** Queries per invocation of a Worker (D1, "Limits"). */
const statementsAllowed = 1_000;

/** Creates payments that Stripe has charged and nobody has settled, and emails that were not sent. */
async function createBacklog(count: number) {
	const fixture = await createOrderFixture();
	const { localShop, db, stripe, productId } = fixture;
	await db.update(products).set({ quantity: 10_000 });
	const purchase = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	for (let index = 0; index < count; index += 1) {
		const customer = fixture.createContext(await localShop.addAccount());
		const orderId = await placeOrder(customer, purchase);
		await stripe.chargeCard(await startPayment(customer, totalCents, orderId));
		const id = `subscriber${index}`;
		const tokens = { tokenHash: id, tokenExpiresAt: timeAgo(-dayMs), unsubscribeToken: id };
		await db.insert(subscribers).values({ id, email: `${id}@example.com`, ...tokens });
		const row = { id: `welcome:${id}`, kind: "welcome", subjectId: id } as const;
		await db.insert(contactEmails).values({ ...row, nextTryAt: timeAgo(dayMs) });
	}
	await db.update(payments).set({ nextCheckAt: timeAgo(dayMs) });
	const outbox = createLocalOutbox().sandbox;
	/** Runs the sweep as one invocation. @returns the number of its statements */
	async function run(): Promise<number> {
		const queryStats = createQueryStats();
		const context = fixture.createContext(null, undefined, (statements) => {
			queryStats.statements += statements.length;
			if (queryStats.statements <= statementsAllowed) return;
			throw new Error("D1_ERROR: Too many API requests by single Worker invocation.");
		});
		const { SANDBOX } = context.env;
		const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
			const request = new Request(input, init);
			return (request.url.includes("/email") ? outbox : SANDBOX)?.fetch(request) ?? new Response();
		};
		await sweep(withEnv(context, { SANDBOX: { ...SANDBOX, fetch } }), new Date(), queryStats);
		return queryStats.statements;
	}
	const countRemaining = async () => ({
		payments: await db.$count(payments, eq(payments.status, "open")),
		contactEmails: await db.$count(contactEmails, isNull(contactEmails.sentAt)),
	});
	const countReceipts = () =>
		db.$count(orderEmails, and(eq(orderEmails.kind, "receipt"), isNotNull(orderEmails.sentAt)));
	return { run, countRemaining, countReceipts };
}

test("with backlogs in several tasks, every run of the sweep stays below D1's statement limit and shrinks all backlogs", async () => {
	const log = vi.spyOn(console, "log").mockReturnValue();
	onTestFinished(() => log.mockRestore());
	const count = 50;
	const { run, countRemaining, countReceipts } = await createBacklog(count);
	expect(await countRemaining()).toEqual({ payments: count, contactEmails: count });
	expect(await run()).toBeLessThan(statementsAllowed);
	const remaining = await countRemaining();
	const receiptCount = await countReceipts();
	expect(
		[remaining.payments, remaining.contactEmails, count - receiptCount].every(
			(remainingCount) => remainingCount < count,
		),
	).toBe(true);
	expect(remaining.payments, "the rest waits for the next run").toBeGreaterThan(0);
	for (let runs = 0; runs < count && (await countReceipts()) < count; runs += 1) await run();
	expect(await countRemaining()).toEqual({ payments: 0, contactEmails: 0 });
});
