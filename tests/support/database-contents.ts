import { createHash } from "node:crypto";

type Row = Record<string, unknown>;

/** The rows of every table. Tables with triggers come first. */
export type Contents = { name: string; rows: Row[] }[];

/** Leaves out the internal tables of SQLite and D1, and those of the search index, which triggers write. */
const selectTableNames = `SELECT name FROM sqlite_master AS entry
	WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'product_search*'
	ORDER BY (SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = entry.name) DESC, name`;

/** Returns all rows of all tables. */
export async function readContents(database: D1Database): Promise<Contents> {
	const tables = await database.prepare(selectTableNames).all<{ name: string }>();
	const names = tables.results.map(({ name }) => name);
	const results = await database.batch<Row>(
		names.map((name) => database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
	);
	return names.map((name, index) => ({ name, rows: results[index]?.results ?? [] }));
}

/** Returns a hash of all rows of all tables, to check that nothing changed. */
export const digestTables = async ({ env }: { env: { DB: D1Database } }): Promise<string> =>
	createHash("sha256")
		.update(JSON.stringify(await readContents(env.DB)))
		.digest("hex");

/**
 * Replaces the rows of every table with `contents`. Tables with triggers are emptied first, so that the rows that
 * their triggers write are deleted too. Throws if a table was renamed.
 */
export async function restoreContents(database: D1Database, contents: Contents): Promise<void> {
	const deletions = contents.map(({ name }) => database.prepare(`DELETE FROM "${name}"`));
	const insertions = contents.flatMap(({ name, rows }) =>
		rows.map((row) => {
			const columns = Object.keys(row).map((column) => `"${column}"`);
			const placeholders = columns.map(() => "?");
			return database
				.prepare(`INSERT INTO "${name}" (${columns.join()}) VALUES (${placeholders.join()})`)
				.bind(...Object.values(row));
		}),
	);
	await database.batch([
		database.prepare("PRAGMA defer_foreign_keys = on"),
		...deletions,
		...insertions,
	]);
}
