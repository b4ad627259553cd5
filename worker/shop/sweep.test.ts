import { expect, onTestFinished, test, vi } from "vitest";
import { sessions, stripeEvents, sweepRuns } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { sweep } from "./sweep.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date();
const timeAgo = (ms: number) => new Date(now.getTime() - ms);

function createEmptyShop() {
	const local = createLocalShop();
	onTestFinished(local.close);
	return local;
}

const createRun = (startedAt: Date) => ({ startedAt, ms: 1, found: 0, fixed: 0, failed: 0 });

test("keeps Stripe's events for 30 days, and the results of sweep runs for two days", async () => {
	const shop = createEmptyShop().anonymousContext;
	const { db } = shop;
	const events = { retained: timeAgo(30 * dayMs), expired: timeAgo(30 * dayMs + 1) };
	for (const [id, receivedAt] of Object.entries(events)) {
		await db.insert(stripeEvents).values({ id, type: "payment_intent.succeeded", receivedAt });
	}
	await db.insert(sweepRuns).values([createRun(timeAgo(dayMs)), createRun(timeAgo(3 * dayMs))]);
	await sweep(shop, now);
	expect(await db.select({ id: stripeEvents.id }).from(stripeEvents)).toEqual([{ id: "retained" }]);
	const runs = await db.select({ startedAt: sweepRuns.startedAt }).from(sweepRuns);
	expect(runs).toHaveLength(2);
	expect(runs.every(({ startedAt }) => startedAt > timeAgo(2 * dayMs))).toBe(true);
});

test("a sweep task that throws is logged and makes the run fail, and the other tasks still run", async () => {
	const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
	onTestFinished(() => log.mockRestore());
	const local = createEmptyShop();
	const { db } = local;
	const account = await local.addAccount();
	const expiredSession = {
		id: "one",
		userId: account.id,
		createdAt: timeAgo(dayMs),
		expiresAt: timeAgo(1),
	};
	await db.insert(sessions).values(expiredSession);
	const shop = local.createContext(null, (statements) => {
		if (statements.some((statement) => statement.includes("stripe_events"))) {
			throw new Error("broken");
		}
	});
	await expect(sweep(shop, now)).rejects.toThrow("These tasks of the sweep crashed: events");
	expect(await db.$count(sessions)).toBe(0);
	const [run] = await db.select().from(sweepRuns);
	expect(run).toMatchObject({ failed: 1, failedTasks: "events" });
});
