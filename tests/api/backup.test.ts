import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { exportShop } from "../../scripts/backup/export.ts";
import { restoreShop } from "../../scripts/backup/restore.ts";
import { readLastRowids } from "../../scripts/backup/rows.ts";
import { readSchema, readTables } from "../../scripts/backup/schema.ts";
import { connectStore, type Store } from "../../scripts/backup/store.ts";
import { addRows, listMigrations, migrate } from "../support/migrate.ts";
import { smallPicture } from "../support/pictures.ts";
import { createSqliteD1 } from "../support/sqlite-d1.ts";

const folder = await mkdtemp(join(tmpdir(), "backup-"));
const real = await connectStore({ data: join(folder, "data") });
afterAll(async () => {
	await real.close();
	await rm(folder, { recursive: true });
});

/** What the stages say is for who runs them. */
beforeEach(() => {
	const silence = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	return () => silence.mockRestore();
});

const run = (database: D1Database, statement: string) => database.prepare(statement).run();

/** More rows than a page, and texts that are hard to carry. */
const manyRows = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
	INSERT INTO stripe_events (id, type, received_at) SELECT 'evt_many_' || n, 'x', n FROM numbers`;
const hardTexts = `INSERT INTO reviews (id, review, ratings, img, name, email)
	VALUES ('hard', 'a' || char(10, 13, 34, 39, 92, 9, 8232, 8233, 128295, 0) || 'z', '5', '', '', '')`;

async function fillTables({ database }: Store) {
	await run(
		database,
		"CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
	);
	await run(
		database,
		"INSERT INTO d1_migrations (name) VALUES ('0000_first.sql'), ('0001_last.sql')",
	);
	await migrate(database);
	await addRows(database, await listMigrations());
	await database.batch([manyRows, hardTexts].map((statement) => database.prepare(statement)));
}

const foreign = ["notes/readme.txt", `${"0".repeat(64)}.png`];

/** Pictures, and what somebody else has put beside them. */
async function fillPictures({ pictures }: Store) {
	const all = Array.from({ length: 10 }, (_, number) => {
		const bytes = Buffer.concat([smallPicture.buffer, Buffer.of(number)]);
		return { key: `${createHash("sha256").update(bytes).digest("hex")}.png`, bytes };
	});
	const others = foreign.map((key) => ({ key, bytes: Buffer.from(key) }));
	const httpMetadata = { contentType: "image/png" };
	await Promise.all(
		[...all, ...others].map(({ key, bytes }) => pictures.put(key, bytes, { httpMetadata })),
	);
	return all.map(({ key }) => key);
}

async function readPictures({ pictures }: Store) {
	const { objects } = await pictures.list();
	const all = objects.map(async ({ key }) => {
		const object = await pictures.get(key);
		const content = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer()).toString("hex");
		return { key, content, type: object?.httpMetadata?.contentType };
	});
	return Promise.all(all);
}

/** All that a shop holds: every table, what they are made of, pictures, and what the search finds. */
async function readStore(store: Store) {
	const { database } = store;
	const { results: schema } = await database
		.prepare("SELECT name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY name")
		.all<{ name: string; sql: string | null }>();
	const names = schema.filter(
		({ name, sql }) => sql?.startsWith("CREATE TABLE") && !name.startsWith("product_search"),
	);
	const tables = await database.batch(
		names.map(({ name }) => database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
	);
	const search = await database
		.prepare(
			"SELECT rowid FROM product_search WHERE product_search MATCH 'lift* OR torque' ORDER BY rowid",
		)
		.all();
	return {
		schema,
		rows: new Map(names.map(({ name }, index) => [name, tables[index]?.results])),
		found: search.results,
		pictures: await readPictures(store),
	};
}

/** A store that fails or does more when a certain statement comes. */
function watched(store: Store, words: string, act: () => Promise<unknown>): Store {
	const prepare = (sql: string) => {
		if (!sql.includes(words)) return store.database.prepare(sql);
		const statement = store.database.prepare(sql);
		return {
			bind: (...values: unknown[]) => ({
				raw: async () => [await act(), await statement.bind(...values).raw()][1],
				run: async () => [await act(), await statement.bind(...values).run()][1],
			}),
		};
	};
	const database = new Proxy(store.database, {
		get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name)),
	});
	return { ...store, database };
}

const outage = async () => {
	throw new Error("The network is away.");
};

/** A shop on Node's SQLite, which is quicker where D1 and R2 are not the question. */
function connectQuickly(): Store {
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	onTestFinished(() => sqlite.close());
	return {
		database: createSqliteD1(sqlite),
		pictures: real.pictures,
		close: async () => undefined,
	};
}

test("an export restored into an empty shop, also after an interruption, has every table and picture unchanged", async () => {
	const shop = connectQuickly();
	await fillTables(shop);
	const keys = await fillPictures(shop);
	const taken = join(folder, "taken");
	const { changed, migration, leftOut } = await exportShop(shop, taken);
	expect({ changed, migration }).toEqual({ changed: [], migration: "0001_last.sql" });
	expect(leftOut.sort()).toEqual([...foreign].sort());
	await real.pictures.delete(foreign);
	const before = await readStore(shop);
	await real.pictures.delete(keys);
	await expect(restoreShop(watched(real, 'INTO "orders"', outage), taken)).rejects.toThrow("away");
	await expect(exportShop(real, join(folder, "half"))).rejects.toThrow("half restored");
	const { manifest, recounted } = await restoreShop(real, taken);
	expect(recounted).toEqual([]);
	expect(await readStore(real)).toEqual(before);
	expect([...before.rows].filter(([, rows]) => rows?.length === 0)).toEqual([]);
	expect([before.found.length, before.pictures.length]).toEqual([2, 10]);
	const tables = await readTables(real.database, await readSchema(real.database));
	expect(manifest.tables).toMatchObject(tables);
	const last = await readLastRowids(real.database, tables);
	expect([last.size, last.get("d1_migrations")]).toEqual([tables.length, 2]);
});

/** Paid on the first day of 1970. */
const order = `INSERT INTO orders (id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, paid_at, transaction_id)
	VALUES ('late', 'p1', 'Torque wrench', 4999, 5, '', '', '', '', 1, 'pi_late')`;
const readPaid = ({ database }: Store) =>
	database.prepare("SELECT orders FROM daily_sales WHERE day = 0").first("orders");

test("rows written during an export are reported, left out, and not counted after a restore", async () => {
	const [busy, other] = [connectQuickly(), connectQuickly()];
	await fillTables(busy);
	const taken = join(folder, "busy");
	let placed = false;
	const place = async () => {
		if (!placed) await run(busy.database, order);
		placed = true;
	};
	const { changed } = await exportShop(watched(busy, 'FROM "daily_sales" WHERE', place), taken);
	expect(changed).toEqual(["orders"]);
	expect((await restoreShop(other, taken)).recounted).toEqual(["daily_sales", "product_sales"]);
	expect(await readPaid(other)).toBe(null);
	await run(other.database, order);
	expect(await readPaid(other)).toBe(1);
});

test("only a complete export is restored, and only into an empty database or with --replace", async () => {
	const [full, other] = [connectQuickly(), connectQuickly()];
	await fillTables(full);
	await fillTables(other);
	const taken = join(folder, "whole");
	await exportShop(full, taken);
	await expect(exportShop(full, taken)).rejects.toThrow("is not empty");
	await run(other.database, order);
	await expect(restoreShop(other, taken)).rejects.toThrow("not empty");
	expect(await readPaid(other)).toBe(1);
	await restoreShop(other, taken, true);
	expect(await readPaid(other)).toBe(null);
	const [picture = ""] = await readdir(join(taken, "pictures"));
	await appendFile(join(taken, "pictures", picture), "!");
	await expect(restoreShop(other, taken, true)).rejects.toThrow(`pictures: ${picture}.`);
	await appendFile(join(taken, "tables/orders.ndjson"), "{}\n");
	await expect(restoreShop(other, taken, true)).rejects.toThrow("orders.ndjson is damaged");
	await rm(join(taken, "manifest.json"));
	await expect(restoreShop(other, taken, true)).rejects.toThrow("no finished export");
	expect(await readPaid(other)).toBe(null);
});

/** A database in which a restore was interrupted in the middle of its tables. */
async function cutOff(taken: string) {
	const half = connectQuickly();
	await expect(restoreShop(watched(half, 'INTO "orders"', outage), taken)).rejects.toThrow("away");
	return half;
}

const sweepRun = "INSERT INTO sweep_runs VALUES (1, 2, 0, 0, 0, NULL)";

test("an interrupted restore is finished with and without --replace, even where rows were added since", async () => {
	const full = connectQuickly();
	await fillTables(full);
	const taken = join(folder, "cut-off");
	await exportShop(full, taken);
	const before = await readStore(full);
	for (const replace of [false, true]) {
		const untouched = await cutOff(taken);
		await restoreShop(untouched, taken, replace);
		expect(await readStore(untouched)).toEqual(before);
		const written = await cutOff(taken);
		await run(written.database, sweepRun);
		await restoreShop(written, taken, replace);
		expect(await readStore(written)).toEqual(before);
	}
});

test("a place with an interrupted restore of another export is only restored with --replace", async () => {
	const [one, two] = [connectQuickly(), connectQuickly()];
	await fillTables(one);
	await fillTables(two);
	const [first, second] = [join(folder, "first"), join(folder, "second")];
	await exportShop(one, first);
	await run(two.database, order);
	await exportShop(two, second);
	const half = await cutOff(first);
	await expect(restoreShop(half, second)).rejects.toThrow(
		"A restore of another export was interrupted here",
	);
	await restoreShop(half, second, true);
	expect(await readStore(half)).toEqual(await readStore(two));
});
