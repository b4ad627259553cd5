import { desc } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { stripeEvents, sweepRuns } from "#worker/db/schema.ts";
import { breakTable } from "../support/broken-table.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const dayMs = 24 * 60 * 60 * 1000;

test("Stripe events are stored for thirty days", async () => {
	const now = Date.now();
	const createEvent = (id: string, ageMs: number) => ({
		id,
		type: "payment_intent.succeeded",
		receivedAt: new Date(now - ageMs),
	});
	await shop.db
		.insert(stripeEvents)
		.values([createEvent("expired", 30 * dayMs + 1), createEvent("recent", 30 * dayMs - 60_000)]);
	await shop.sweep(new Date(now));
	const remainingEvents = await shop.db.select({ id: stripeEvents.id }).from(stripeEvents);
	expect(remainingEvents).toEqual([{ id: "recent" }]);
});

const readLatestRun = async () => {
	const [run] = await shop.db.select().from(sweepRuns).orderBy(desc(sweepRuns.startedAt)).limit(1);
	return run;
};

test("each run of the sweep is stored for two days", async () => {
	const counts = { ms: 1, found: 0, fixed: 0, failed: 0 };
	const [expiredStart, recentStart] = [
		new Date(Date.now() - 2 * dayMs - 1),
		new Date(Date.now() - 2 * dayMs + 60_000),
	];
	await shop.db
		.insert(sweepRuns)
		.values([expiredStart, recentStart].map((startedAt) => ({ startedAt, ...counts })));
	await shop.sweep();
	expect(await readLatestRun()).toMatchObject({ found: 0, fixed: 0, failed: 0, failedTasks: null });
	const starts = (await shop.db.select().from(sweepRuns)).map(({ startedAt }) => startedAt);
	expect(starts).toContainEqual(recentStart);
	expect(starts).not.toContainEqual(expiredStart);
});

test("a failed task is recorded in the sweep's run but does not stop the other tasks", async () => {
	const repairTable = await breakTable(shop, "payments", "broken");
	await expect(shop.sweep()).rejects.toThrow();
	expect(await readLatestRun()).toMatchObject({
		failed: 3,
		failedTasks: "payments, emails, refund emails",
	});
	await repairTable();
	await shop.sweep();
	expect(await readLatestRun()).toMatchObject({ failed: 0, failedTasks: null });
});
