import { DatabaseSync } from "node:sqlite";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { connectDatabase, createMeter } from "./client.ts";
import { settings } from "./schema.ts";

const sqlite = new DatabaseSync(":memory:");
sqlite.exec("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
afterAll(() => sqlite.close());

function open() {
	const meter = createMeter();
	const d1 = createSqliteD1(sqlite);
	return { meter, db: connectDatabase({ DB: d1 }, d1, meter) };
}

test("a single statement is one round trip, and its rows arrive in order", async () => {
	const { meter, db } = open();
	await db.insert(settings).values({ name: "single", value: "7" });
	const rows = await db.select({ value: settings.value, name: settings.name }).from(settings).all();
	expect(rows).toEqual([{ value: "7", name: "single" }]);
	expect(meter).toMatchObject({ statements: 2, roundTrips: 2 });
});

test("a batch is one round trip of its statements", async () => {
	const { meter, db } = open();
	const [, all] = await db.batch([
		db.insert(settings).values({ name: "batched", value: "1" }),
		db.select().from(settings),
	]);
	expect(all).toContainEqual({ name: "batched", value: "1" });
	expect(meter).toMatchObject({ statements: 2, roundTrips: 1 });
});

test("a failed statement is counted too", async () => {
	const { meter, db } = open();
	const twice = { name: "twice", value: "1" };
	await db.insert(settings).values(twice);
	await expect(db.insert(settings).values(twice)).rejects.toThrow();
	expect(meter.roundTrips).toBe(2);
});

test("whether a request has written is known before an answer, also where no row changes", async () => {
	const reads = open();
	await reads.db.select().from(settings);
	await reads.db.batch([reads.db.select().from(settings)]);
	expect(reads.meter.hasWritten).toBe(false);
	const none = eq(settings.name, "none");
	const [alone, batched] = [open(), open()];
	await alone.db.delete(settings).where(none);
	await batched.db.batch([batched.db.delete(settings).where(none)]);
	expect([alone.meter.hasWritten, batched.meter.hasWritten]).toEqual([true, true]);
});
