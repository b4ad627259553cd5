import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Bindings, connectBindings } from "../../scripts/backup/bindings.ts";
import { exportShop } from "../../scripts/backup/export.ts";
import { restoreShop } from "../../scripts/backup/restore.ts";
import { readLastRowids } from "../../scripts/backup/rows.ts";
import { readSchema, readTables } from "../../scripts/backup/schema.ts";
import { createMemoryBucket } from "../support/edge/memory-bucket.ts";
import { addMigrationRows, listMigrations, migrate } from "../support/migrate.ts";
import { smallPicture } from "../support/pictures.ts";
import { createSqliteD1 } from "../support/sqlite-d1.ts";

const folder = await mkdtemp(join(tmpdir(), "backup-"));
const miniflareBindings = await connectBindings({ dataFolder: join(folder, "data") });
afterAll(async () => {
	await miniflareBindings.close();
	await rm(folder, { recursive: true });
});

/** Hides the progress messages. */
beforeEach(() => {
	const stdoutSpy = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	return () => stdoutSpy.mockRestore();
});

const run = (database: D1Database, statement: string) => database.prepare(statement).run();

/** Inserts more rows than the export reads at a time. */
const insertManyRows = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
	INSERT INTO stripe_events (id, type, received_at) SELECT 'evt_many_' || n, 'x', n FROM numbers`;
/** Inserts text with control characters, quotes, line separators and an emoji. */
const insertSpecialCharacters = `INSERT INTO reviews (id, review, ratings, img, name, email)
	VALUES ('hard', 'a' || char(10, 13, 34, 39, 92, 9, 8232, 8233, 128295, 0) || 'z', '5', '', '', '')`;

async function fillTables({ database }: Bindings) {
	await run(
		database,
		"CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
	);
	await run(
		database,
		"INSERT INTO d1_migrations (name) VALUES ('0000_first.sql'), ('0001_last.sql')",
	);
	await migrate(database);
	await addMigrationRows(database, await listMigrations());
	await database.batch(
		[insertManyRows, insertSpecialCharacters].map((statement) => database.prepare(statement)),
	);
}

const httpMetadata = { contentType: "image/png" };
/** Keys of objects that are not pictures of the shop. The second one has the form of a picture's key. */
const otherObjectKeys = ["notes/readme.txt", `${"0".repeat(64)}.png`];

/** Stores ten pictures. Returns their keys. */
async function storePictures({ pictures }: Bindings) {
	const storedPictures = Array.from({ length: 10 }, (_, number) => {
		const bytes = Buffer.concat([smallPicture.buffer, Buffer.of(number)]);
		return { key: `${createHash("sha256").update(bytes).digest("hex")}.png`, bytes };
	});
	await Promise.all(
		storedPictures.map(({ key, bytes }) => pictures.put(key, bytes, { httpMetadata })),
	);
	return storedPictures.map(({ key }) => key);
}

async function readPictures({ pictures }: Bindings) {
	const { objects } = await pictures.list();
	const storedPictures = objects.map(async ({ key }) => {
		const object = await pictures.get(key);
		const content = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer()).toString("hex");
		return { key, content, type: object?.httpMetadata?.contentType };
	});
	return Promise.all(storedPictures);
}

/** Reads a shop's schema, all its rows and pictures, and the result of a search. */
async function readContents(bindings: Bindings) {
	const { database } = bindings;
	const { results: schema } = await database
		.prepare("SELECT name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY name")
		.all<{ name: string; sql: string | null }>();
	const tables = schema.filter(
		({ name, sql }) => sql?.startsWith("CREATE TABLE") && !name.startsWith("product_search"),
	);
	const tableRows = await database.batch(
		tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
	);
	const search = await database
		.prepare(
			"SELECT rowid FROM product_search WHERE product_search MATCH 'lift* OR torque' ORDER BY rowid",
		)
		.all();
	return {
		schema,
		rows: new Map(tables.map(({ name }, index) => [name, tableRows[index]?.results])),
		searchResults: search.results,
		pictures: await readPictures(bindings),
	};
}

/** Returns bindings that call `beforeRun` before they run a statement that contains `sqlPart`. */
function interceptStatements(
	bindings: Bindings,
	sqlPart: string,
	beforeRun: () => Promise<unknown>,
): Bindings {
	const prepare = (sql: string) => {
		if (!sql.includes(sqlPart)) return bindings.database.prepare(sql);
		const statement = bindings.database.prepare(sql);
		return {
			bind: (...values: unknown[]) => ({
				async raw() {
					await beforeRun();
					return statement.bind(...values).raw();
				},
				async run() {
					await beforeRun();
					return statement.bind(...values).run();
				},
			}),
		};
	};
	const database = new Proxy(bindings.database, {
		get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name)),
	});
	return { ...bindings, database };
}

/** Restores an export as `npm run restore -- --replace` does. */
const restoreWithReplace = (target: Bindings, exportFolder: string) =>
	restoreShop(target, exportFolder, true);

const failNetwork = async () => {
	throw new Error("The network is down.");
};

/** Returns bindings that use Node's SQLite and a bucket in memory, because these are faster than Miniflare's. */
function createLocalBindings(): Bindings {
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	onTestFinished(() => sqlite.close());
	return {
		database: createSqliteD1(sqlite),
		pictures: createMemoryBucket(),
		close: async () => undefined,
	};
}

test("restoring an export into an empty shop, even after an interruption, brings back every table and picture", async () => {
	const shop = { ...createLocalBindings(), pictures: miniflareBindings.pictures };
	await fillTables(shop);
	const pictureKeys = await storePictures(shop);
	for (const key of otherObjectKeys) await shop.pictures.put(key, key, { httpMetadata });
	const exportFolder = join(folder, "complete");
	const { changed, migration, skippedKeys } = await exportShop(shop, exportFolder);
	expect({ changed, migration }).toEqual({ changed: [], migration: "0001_last.sql" });
	expect(skippedKeys.sort()).toEqual([...otherObjectKeys].sort());
	await miniflareBindings.pictures.delete(otherObjectKeys);
	const contentsBefore = await readContents(shop);
	await miniflareBindings.pictures.delete(pictureKeys);
	await expect(
		restoreShop(interceptStatements(miniflareBindings, 'INTO "orders"', failNetwork), exportFolder),
	).rejects.toThrow("down");
	await expect(exportShop(miniflareBindings, join(folder, "partly-restored"))).rejects.toThrow(
		"partly restored",
	);
	const { manifest, recomputedTables } = await restoreShop(miniflareBindings, exportFolder);
	expect(recomputedTables).toEqual([]);
	expect(await readContents(miniflareBindings)).toEqual(contentsBefore);
	expect([...contentsBefore.rows].filter(([, rows]) => rows?.length === 0)).toEqual([]);
	expect([contentsBefore.searchResults.length, contentsBefore.pictures.length]).toEqual([2, 10]);
	const tables = await readTables(
		miniflareBindings.database,
		await readSchema(miniflareBindings.database),
	);
	expect(manifest.tables).toMatchObject(tables);
	const lastRowids = await readLastRowids(miniflareBindings.database, tables);
	expect([lastRowids.size, lastRowids.get("d1_migrations")]).toEqual([tables.length, 2]);
});

/** Inserts an order that was paid on January 1, 1970. */
const insertOrder = `INSERT INTO orders (id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, paid_at, transaction_id)
	VALUES ('late', 'p1', 'Torque wrench', 4999, 5, '', '', '', '', 1, 'pi_late')`;
const readPaidOrders = ({ database }: Bindings) =>
	database.prepare("SELECT orders FROM daily_sales WHERE day = 0").first("orders");

test("rows written during an export are reported, skipped, and not counted after a restore", async () => {
	const [source, target] = [createLocalBindings(), createLocalBindings()];
	await fillTables(source);
	const exportFolder = join(folder, "changed-during-export");
	let hasPlacedOrder = false;
	const placeOrderOnce = async () => {
		if (!hasPlacedOrder) await run(source.database, insertOrder);
		hasPlacedOrder = true;
	};
	const { changed } = await exportShop(
		interceptStatements(source, 'FROM "daily_sales" WHERE', placeOrderOnce),
		exportFolder,
	);
	expect(changed).toEqual(["product_daily_sales", "orders"]);
	expect((await restoreShop(target, exportFolder)).recomputedTables).toEqual([
		"daily_sales",
		"product_sales",
	]);
	expect(await readPaidOrders(target)).toBe(null);
	await run(target.database, insertOrder);
	expect(await readPaidOrders(target)).toBe(1);
});

test("restores only complete exports, and replaces a non-empty database only with --replace", async () => {
	const [source, target] = [createLocalBindings(), createLocalBindings()];
	await fillTables(source);
	await storePictures(source);
	await fillTables(target);
	const exportFolder = join(folder, "damaged");
	await exportShop(source, exportFolder);
	await expect(exportShop(source, exportFolder)).rejects.toThrow("is not empty");
	await run(target.database, insertOrder);
	await expect(restoreShop(target, exportFolder)).rejects.toThrow("not empty");
	expect(await readPaidOrders(target)).toBe(1);
	await restoreWithReplace(target, exportFolder);
	expect(await readPaidOrders(target)).toBe(null);
	const [picture = ""] = await readdir(join(exportFolder, "pictures"));
	await appendFile(join(exportFolder, "pictures", picture), "!");
	await expect(restoreWithReplace(target, exportFolder)).rejects.toThrow(`pictures: ${picture}.`);
	await appendFile(join(exportFolder, "tables/orders.ndjson"), "{}\n");
	await expect(restoreWithReplace(target, exportFolder)).rejects.toThrow(
		"orders.ndjson is damaged",
	);
	await rm(join(exportFolder, "manifest.json"));
	await expect(restoreWithReplace(target, exportFolder)).rejects.toThrow("no finished export");
	expect(await readPaidOrders(target)).toBe(null);
});

/** Returns bindings to a database whose restore failed at the orders table. */
async function createInterruptedRestore(exportFolder: string) {
	const target = createLocalBindings();
	await expect(
		restoreShop(interceptStatements(target, 'INTO "orders"', failNetwork), exportFolder),
	).rejects.toThrow("down");
	return target;
}

const insertSweepRun = "INSERT INTO sweep_runs VALUES (1, 2, 0, 0, 0, NULL)";

test("an interrupted restore can be finished with or without --replace, even if rows were added in the meantime", async () => {
	const source = createLocalBindings();
	await fillTables(source);
	await storePictures(source);
	const exportFolder = join(folder, "interrupted");
	await exportShop(source, exportFolder);
	const contentsBefore = await readContents(source);
	for (const shouldReplace of [false, true]) {
		const unchangedTarget = await createInterruptedRestore(exportFolder);
		await restoreShop(unchangedTarget, exportFolder, shouldReplace);
		expect(await readContents(unchangedTarget)).toEqual(contentsBefore);
		const changedTarget = await createInterruptedRestore(exportFolder);
		await run(changedTarget.database, insertSweepRun);
		await restoreShop(changedTarget, exportFolder, shouldReplace);
		expect(await readContents(changedTarget)).toEqual(contentsBefore);
	}
});

test("after an interrupted restore, another export is restored only with --replace", async () => {
	const [firstSource, secondSource] = [createLocalBindings(), createLocalBindings()];
	await fillTables(firstSource);
	await fillTables(secondSource);
	const [firstExport, secondExport] = [join(folder, "first"), join(folder, "second")];
	await exportShop(firstSource, firstExport);
	await run(secondSource.database, insertOrder);
	await exportShop(secondSource, secondExport);
	const target = await createInterruptedRestore(firstExport);
	await expect(restoreShop(target, secondExport)).rejects.toThrow(
		"A restore of another export was interrupted here",
	);
	await restoreWithReplace(target, secondExport);
	expect(await readContents(target)).toEqual(await readContents(secondSource));
});
