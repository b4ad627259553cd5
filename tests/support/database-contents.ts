type Row = Record<string, unknown>;

/** The rows of every table, those first that have triggers. */
export type Contents = { name: string; rows: Row[] }[];

/** Without the tables of SQLite, D1 and the search index, which triggers keep. */
const tableNames = `SELECT name FROM sqlite_master AS entry
	WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'product_search*'
	ORDER BY (SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = entry.name) DESC, name`;

/** @returns all rows that the database holds */
export async function readContents(database: D1Database): Promise<Contents> {
	const { results } = await database.prepare(tableNames).all<{ name: string }>();
	const names = results.map(({ name }) => name);
	const answers = await database.batch<Row>(
		names.map((name) => database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
	);
	return names.map((name, index) => ({ name, rows: answers[index]?.results ?? [] }));
}

/**
 * Gives every table the rows that it had before. Triggers run for rows that go; what they write goes after them.
 * @throws when a table was renamed meanwhile
 */
export async function restoreContents(database: D1Database, contents: Contents): Promise<void> {
	const deletions = contents.map(({ name }) => database.prepare(`DELETE FROM "${name}"`));
	const insertions = contents.flatMap(({ name, rows }) =>
		rows.map((row) => {
			const columns = Object.keys(row).map((column) => `"${column}"`);
			const places = columns.map(() => "?");
			return database
				.prepare(`INSERT INTO "${name}" (${columns.join()}) VALUES (${places.join()})`)
				.bind(...Object.values(row));
		}),
	);
	await database.batch([
		database.prepare("PRAGMA defer_foreign_keys = on"),
		...deletions,
		...insertions,
	]);
}
