import { DatabaseSync } from "node:sqlite";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { connectDatabase, createQueryStats } from "./client.ts";
import { settings } from "./schema.ts";

const sqlite = new DatabaseSync(":memory:");
sqlite.exec("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
afterAll(() => sqlite.close());

function connect() {
	const queryStats = createQueryStats();
	const d1 = createSqliteD1(sqlite);
	return { queryStats, db: connectDatabase({ DB: d1 }, d1, queryStats) };
}

test("a single statement takes one round trip", async () => {
	const { queryStats, db } = connect();
	await db.insert(settings).values({ name: "single", value: "7" });
	const rows = await db.select({ value: settings.value, name: settings.name }).from(settings).all();
	expect(rows).toEqual([{ value: "7", name: "single" }]);
	expect(queryStats).toMatchObject({ statements: 2, roundTrips: 2 });
});

test("a batch takes one round trip", async () => {
	const { queryStats, db } = connect();
	const [, all] = await db.batch([
		db.insert(settings).values({ name: "batched", value: "1" }),
		db.select().from(settings),
	]);
	expect(all).toContainEqual({ name: "batched", value: "1" });
	expect(queryStats).toMatchObject({ statements: 2, roundTrips: 1 });
});

test("counts a failed statement", async () => {
	const { queryStats, db } = connect();
	const row = { name: "twice", value: "1" };
	await db.insert(settings).values(row);
	await expect(db.insert(settings).values(row)).rejects.toThrow();
	expect(queryStats.roundTrips).toBe(2);
});

test("records that a request wrote, even if no row changed", async () => {
	const reader = connect();
	await reader.db.select().from(settings);
	await reader.db.batch([reader.db.select().from(settings)]);
	expect(reader.queryStats.hasWritten).toBe(false);
	const matchesNothing = eq(settings.name, "none");
	const [single, batched] = [connect(), connect()];
	await single.db.delete(settings).where(matchesNothing);
	await batched.db.batch([batched.db.delete(settings).where(matchesNothing)]);
	expect([single.queryStats.hasWritten, batched.queryStats.hasWritten]).toEqual([true, true]);
});
