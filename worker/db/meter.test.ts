import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { openSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { openDatabase } from "./client.ts";
import { createMeter, serverTiming } from "./meter.ts";
import { settings } from "./schema.ts";

const sqlite = new DatabaseSync(":memory:");
sqlite.exec("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
afterAll(() => sqlite.close());

function open() {
	const meter = createMeter();
	const d1 = openSqliteD1(sqlite);
	return { meter, db: openDatabase(d1, d1, meter) };
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

test("the time spent waiting for D1 is counted, for failures too", async () => {
	const { meter, db } = open();
	const missing = db.run("select * from nothing");
	await expect(missing).rejects.toThrow();
	expect(meter.ms).toBeGreaterThan(0);
});

test("Server-Timing describes the numbers", () => {
	const meter = {
		statements: 3,
		roundTrips: 1,
		rowsRead: 14,
		rowsWritten: 0,
		ms: 4.1666,
		wrote: false,
	};
	expect(serverTiming(meter, 7)).toBe(
		'd1;dur=4.2;desc="3 statements, 1 round trips, 14 rows read, 0 written", total;dur=7',
	);
});
