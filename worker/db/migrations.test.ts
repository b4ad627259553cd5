import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { findOutdatedDerivedTables } from "../../scripts/backup/derived-tables.ts";
import { readSchema, readTables, type Table } from "../../scripts/backup/schema.ts";
import { readMigration } from "../../scripts/support/read-migration.ts";
import {
	addMigrationRows,
	listMigrations,
	runSqlFile,
	splitAsWrangler,
} from "../../tests/support/migrate.ts";
import { createSqliteD1 } from "../../tests/support/sqlite-d1.ts";

type Value = string | number | null;
type Row = Record<string, Value>;

const migrations = await listMigrations();
const latestVersion = migrations.length - 1;

async function migrate(database: D1Database, from: number, to: number) {
	for (const name of migrations.slice(from, to + 1))
		await runSqlFile(database, `migrations/${name}`);
}

function openDatabase() {
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	return { sqlite, database: createSqliteD1(sqlite) };
}

/** An empty database of each schema version. Loading one is faster than running its migrations again. */
const emptyDatabases = await (async () => {
	const { sqlite, database } = openDatabase();
	const snapshots: Uint8Array[] = [];
	for (const version of migrations.keys()) {
		await migrate(database, version, version);
		snapshots.push(sqlite.serialize());
	}
	sqlite.close();
	return snapshots;
})();

/** Creates a database at a schema version, with the rows from tests/migrations up to that version. */
async function createDatabaseAt(version: number) {
	const { sqlite, database } = openDatabase();
	onTestFinished(() => sqlite.close());
	const emptyDatabase = emptyDatabases[version];
	if (!emptyDatabase) throw new Error(`There is no version ${version}.`);
	sqlite.deserialize(emptyDatabase);
	await addMigrationRows(database, migrations.slice(0, version + 1));
	return database;
}

async function readRows(database: D1Database, { name }: Table): Promise<Map<string, Row>> {
	const keys = await database
		.prepare(`SELECT name FROM pragma_table_info('${name}') WHERE pk > 0`)
		.all<{ name: string }>();
	const rows = await database.prepare(`SELECT * FROM "${name}"`).all<Row>();
	const getKey = (row: Row) => JSON.stringify(keys.results.map((key) => row[key.name]));
	return new Map(rows.results.map((row) => [getKey(row), row]));
}

async function readAll(database: D1Database) {
	const tables = await readTables(database, await readSchema(database));
	const contents = await Promise.all(tables.map((table) => readRows(database, table)));
	return new Map(tables.map(({ name }, index) => [name, contents[index] ?? new Map()]));
}

/** Values that a migration changes on purpose. All other values must stay the same. */
const changes: { migration: string; column: string; to: (value: Value, row: Row) => Value }[] = [
	{
		migration: "0007_kept_by_triggers.sql",
		column: "reviews.stars",
		to: (_, { ratings }) => (/^[1-5]$/.test(String(ratings)) ? Number(ratings) : null),
	},
	{
		migration: "0010_photographs.sql",
		column: "products.img",
		to: (img) => String(img).replace(/^(\/pictures\/[\w-]+)\.svg$/, "$1-800.webp"),
	},
	{
		migration: "0016_order_state.sql",
		column: "audit_log.action",
		to: (action) =>
			String(action)
				.replace(/^order-shifted$/, "order-shipped")
				.replace(/^order-deleted$/, "order-cancelled"),
	},
	{
		migration: "0056_tracking_number_hyphens.sql",
		column: "orders.tracking_number",
		to: (number) => (number === null ? null : String(number).replaceAll("-", "")),
	},
	// `findOutdatedDerivedTables` checks the values.
	...["daily_sales", "product_sales", "product_daily_sales"].map((table) => ({
		migration: "0064_canceled_pieces.sql",
		column: `${table}.pieces`,
		to: () => expect.any(Number),
	})),
];

/** Tables that a migration replaced with a view. */
const replacedTables = new Set(["counters"]);

/** Returns what a row should look like after a migration. */
function migrateRow(table: string, row: Row, migration: string): Row {
	const entries = Object.entries(row).map(([column, value]) => {
		const change = changes.find(
			(candidate) => candidate.column === `${table}.${column}` && candidate.migration === migration,
		);
		return [column, change ? change.to(value, row) : value];
	});
	return Object.fromEntries(entries);
}

const searchProducts = async (database: D1Database, searchText: string) => {
	const { results } = await database
		.prepare(
			"SELECT product_id FROM product_search JOIN product_numbers ON number = product_search.rowid WHERE product_search MATCH ?",
		)
		.bind(searchText)
		.all<{ product_id: string }>();
	return results.map(({ product_id }) => product_id);
};

test("the rows of every version stay unchanged through all later migrations", async () => {
	const { sqlite, database } = openDatabase();
	onTestFinished(() => sqlite.close());
	for (const migration of migrations) {
		const before = await readAll(database);
		await runSqlFile(database, `migrations/${migration}`);
		const after = await readAll(database);
		for (const [table, rows] of before) {
			if (replacedTables.has(table)) continue;
			for (const [key, row] of rows) {
				expect(after.get(table)?.get(key), `${migration}: ${table} ${key}`).toMatchObject(
					migrateRow(table, row, migration),
				);
			}
		}
		await addMigrationRows(database, [migration]);
	}
	expect(await findOutdatedDerivedTables(database)).toEqual([]);
	expect(await searchProducts(database, "lift")).toEqual(["p2"]);
	expect(await searchProducts(database, "hammer OR wrench")).toEqual(["p1"]);
	const { results } = await database.prepare("PRAGMA foreign_key_check").all();
	expect(results).toEqual([]);
});

test("every table of the latest version has rows in tests/migrations", async () => {
	const contents = await readAll(await createDatabaseAt(latestVersion));
	const emptyTables = [...contents].filter(([, rows]) => rows.size === 0).map(([name]) => name);
	expect(emptyTables).toEqual([]);
});

test("the counters view has the same counts as the table that it replaces", async () => {
	const from = migrations.indexOf("0018_counts_by_query.sql");
	const database = await createDatabaseAt(from - 1);
	const readCounts = () =>
		database.prepare("SELECT name, value FROM counters WHERE value > 0 ORDER BY name").all();
	const { results: before } = await readCounts();
	await migrate(database, from, from);
	expect((await readCounts()).results).toEqual(before);
	expect(before.length).toBeGreaterThan(3);
});

test("the migration *_refunds subtracts earlier refunds from the sales", async () => {
	const from = migrations.findIndex((name) => name.endsWith("_refunds.sql"));
	const database = await createDatabaseAt(from - 1);
	await database
		.prepare(
			"INSERT INTO refunds (id, payment_id, amount_cents, status, ours, created_at, read_at) VALUES ('re_1', 'pi_2', 4500, 'succeeded', 0, 1700000000001, 1), ('re_2', 'pi_2', 500, 'failed', 0, 1700000000001, 1)",
		)
		.run();
	const readRevenue = () =>
		database.prepare("SELECT sum(revenue_cents) AS cents FROM daily_sales").first<number>("cents");
	const before = (await readRevenue()) ?? 0;
	await migrate(database, from, latestVersion);
	expect(await readRevenue()).toBe(before - 4_500);
	expect(await findOutdatedDerivedTables(database)).toEqual([]);
});

test("adds the refund of an unused share back to the sales of the paid orders", async () => {
	const from = migrations.indexOf("0049_refund_shares_unused.sql");
	const database = await createDatabaseAt(from - 1);
	await runSqlFile(database, "tests/migrations/0049.sql");
	const readRevenue = async () => [
		await database.prepare("SELECT sum(revenue_cents) AS cents FROM daily_sales").first("cents"),
		await database.prepare("SELECT sum(revenue_cents) AS cents FROM product_sales").first("cents"),
	];
	const before = await readRevenue();
	await migrate(database, from, from);
	expect(await readRevenue()).toEqual(before.map((cents) => Number(cents) + 4_999));
	expect(await findOutdatedDerivedTables(database)).toEqual([]);
});

test("ratings with a decimal comma count, once for each author and tool", async () => {
	const from = migrations.findIndex((name) => name.endsWith("_comma_ratings.sql"));
	const database = await createDatabaseAt(from - 1);
	const insert = database.prepare(
		"INSERT INTO reviews (id, user_id, product_id, ratings, created_at, stars, review, img, name, email) VALUES (?, ?, ?, ?, ?, ?, '', '', '', '')",
	);
	const rows = [
		["c1", "u2", "p2", "3,5", 2, null],
		["c2", "u2", "p2", " 4,5 ", 1, null],
		// The author's review r3 of the tool counts.
		["c3", "u2", "p1", "4,5", 1, null],
		["c4", null, null, "5,0", 1, null],
		["c5", null, null, "5,1", 1, null],
		["c6", null, null, "4,5 stars", 1, null],
		["c7", null, null, "1,234,5", 1, null],
	];
	await database.batch(rows.map((row) => insert.bind(...row)));
	const readStars = async () => {
		const { results } = await database
			.prepare("SELECT stars FROM reviews WHERE id LIKE 'c%' ORDER BY id")
			.all();
		return results.map(({ stars }) => stars);
	};
	for (const _ of ["once", "again"]) {
		await runSqlFile(database, `migrations/${migrations[from]}`);
		expect(await readStars()).toEqual([null, 4.5, null, 5, null, null, null]);
		expect(await findOutdatedDerivedTables(database)).toEqual([]);
	}
});

test("keeps how many pieces were shipped of orders that were partly refunded before", async () => {
	const from = migrations.findIndex((name) => name.endsWith("_shipped_quantity.sql"));
	const database = await createDatabaseAt(from - 1);
	const setTime = (id: string, time: number) =>
		database.prepare("UPDATE orders SET shifted_at = ? WHERE id = ?").bind(time, id).run();
	const refundedAt = 1_700_000_000_311;
	await setTime("o2", refundedAt + 1);
	await migrate(database, from, from);
	await setTime("o53b", refundedAt);
	const { results } = await database
		.prepare(
			"SELECT id, quantity, shipped_quantity FROM orders WHERE shifted_at IS NOT NULL ORDER BY id",
		)
		.all();
	expect(results).toEqual([
		{ id: "o2", quantity: 10, shipped_quantity: 8 },
		{ id: "o3", quantity: 20, shipped_quantity: null },
		{ id: "o53b", quantity: 1, shipped_quantity: 0 },
	]);
});

/** Returns the refunded cents of each order of a payment. */
async function readShares(database: D1Database, paymentId: string) {
	const { results } = await database
		.prepare(
			"SELECT sum(amount_cents) AS cents FROM refund_shares WHERE payment_id = ? GROUP BY order_id ORDER BY order_id",
		)
		.bind(paymentId)
		.all();
	return results.map(({ cents }) => cents);
}

test.each([
	{
		result: "are divided by what is left to refund of each order",
		migration: "0053_refund_shares_left.sql",
		before: [8_332, 3_665],
		after: [9_998, 1_999],
	},
	{
		result: "add up to the amount of each order",
		migration: "0062_refund_shares_cumulative.sql",
		before: [12_499, 25_001],
		after: [12_500, 25_000],
	},
])("refunds made in Stripe's Dashboard $result", async ({ migration, before, after }) => {
	const from = migrations.indexOf(migration);
	const database = await createDatabaseAt(from - 1);
	await runSqlFile(database, `tests/migrations/${migration.slice(0, 4)}.sql`);
	const paymentId = `pi_${migration.slice(2, 4)}`;
	expect(await readShares(database, paymentId)).toEqual(before);
	await migrate(database, from, from);
	expect(await readShares(database, paymentId)).toEqual(after);
	expect(await findOutdatedDerivedTables(database)).toEqual([]);
});

test("migration 0012 schedules the payment checks of unshipped orders first", async () => {
	const from = migrations.indexOf("0012_payment_refunds_disputes.sql");
	const database = await createDatabaseAt(from - 1);
	await database
		.prepare(
			"INSERT INTO payments (id, order_id, amount_cents, status, created_at, updated_at) VALUES ('pi_3', 'o3', 19980, 'paid', 1, 1), ('pi_5', 'o1', 24995, 'cancelled', 1, 1)",
		)
		.run();
	await migrate(database, from, from);
	const { results } = await database
		.prepare("SELECT id, next_check_at, checks FROM payments ORDER BY id")
		.all();
	expect(results).toEqual([
		{ id: "pi_1", next_check_at: 0, checks: 0 },
		{ id: "pi_2", next_check_at: 1, checks: 0 },
		{ id: "pi_3", next_check_at: null, checks: 9 },
		{ id: "pi_5", next_check_at: null, checks: 9 },
		{ id: "pi_9", next_check_at: 0, checks: 0 },
	]);
});

test.each(migrations)("the local shop runs the same statements of %s as wrangler", async (name) => {
	const file = `migrations/${name}`;
	const removeComments = (sql: string) =>
		sql.replaceAll(/--.*$/gm, "").replaceAll(/\s+|;\s*$/g, " ");
	const normalize = (statements: string[]) =>
		statements.map((statement) => removeComments(statement).trim());
	expect(normalize(await readMigration(file))).toEqual(normalize(await splitAsWrangler(file)));
});
