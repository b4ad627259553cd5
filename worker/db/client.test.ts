import { DatabaseSync } from "node:sqlite";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { connectDatabase, createMeter } from "./client.ts";
import { settings } from "./schema.ts";

const sqlite = new DatabaseSync(":memory:");
sqlite.exec("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
afterAll(() => sqlite.close());

function connect() {
	const meter = createMeter();
	const d1 = createSqliteD1(sqlite);
	return { meter, db: connectDatabase({ DB: d1 }, d1, meter) };
}

test("a single statement is one round trip, and its columns are mapped by name", async () => {
	const { meter, db } = connect();
	await db.insert(settings).values({ name: "single", value: "7" });
	const rows = await db.select({ value: settings.value, name: settings.name }).from(settings).all();
	expect(rows).toEqual([{ value: "7", name: "single" }]);
	expect(meter).toMatchObject({ statements: 2, roundTrips: 2 });
});

test("a batch is one round trip", async () => {
	const { meter, db } = connect();
	const [, all] = await db.batch([
		db.insert(settings).values({ name: "batched", value: "1" }),
		db.select().from(settings),
	]);
	expect(all).toContainEqual({ name: "batched", value: "1" });
	expect(meter).toMatchObject({ statements: 2, roundTrips: 1 });
});

test("counts a failed statement", async () => {
	const { meter, db } = connect();
	const row = { name: "twice", value: "1" };
	await db.insert(settings).values(row);
	await expect(db.insert(settings).values(row)).rejects.toThrow();
	expect(meter.roundTrips).toBe(2);
});

test("records that a request has written, even if no row changes", async () => {
	const reader = connect();
	await reader.db.select().from(settings);
	await reader.db.batch([reader.db.select().from(settings)]);
	expect(reader.meter.hasWritten).toBe(false);
	const matchesNothing = eq(settings.name, "none");
	const [single, batched] = [connect(), connect()];
	await single.db.delete(settings).where(matchesNothing);
	await batched.db.batch([batched.db.delete(settings).where(matchesNothing)]);
	expect([single.meter.hasWritten, batched.meter.hasWritten]).toEqual([true, true]);
});
