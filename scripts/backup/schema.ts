import * as v from "valibot";

const itemSchema = v.object({
	type: v.picklist(["table", "view", "index", "trigger"]),
	name: v.string(),
	sql: v.string(),
});

/** A table, view, index or trigger with the statement that creates it. */
export type Item = v.InferOutput<typeof itemSchema>;

/** The schema of a database, in an order in which it can be created. */
export const schemaSchema = v.array(itemSchema);

/** A table that exists from the beginning of a restore to its end, and holds the digest of the export. */
export const unfinishedMark = "unfinished_restore";

const isVirtual = ({ sql }: Item) => /^CREATE VIRTUAL TABLE/i.test(sql);
/** Tables in which a full-text index stores its data (https://sqlite.org/fts5.html §8): they come and go with it. */
const isShadow = ({ name }: Item, all: Item[]) =>
	all.some((other) => isVirtual(other) && name.startsWith(`${other.name}_`));

/** @returns the schema without SQLite's own tables (`sqlite_…`) and D1's (`_cf_…`) */
export async function readSchema(database: D1Database): Promise<Item[]> {
	const { results } = await database
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY rowid",
		)
		.all();
	const all = v.parse(schemaSchema, results);
	const types = itemSchema.entries.type.options;
	return all
		.filter((item) => !isShadow(item, all))
		.sort((one, other) => types.indexOf(one.type) - types.indexOf(other.type));
}

/** @returns the names of the tables that hold rows of their own, unlike a full-text index */
export const ownTables = (schema: Item[]): string[] =>
	schema.filter((item) => item.type === "table" && !isVirtual(item)).map(({ name }) => name);

/** A table that holds rows; `columns` in their order. */
export type Table = { name: string; columns: string[] };

const columnsSchema = v.array(v.object({ name: v.string() }));
const parentsSchema = v.array(v.object({ table: v.string() }));

/** @returns the tables that hold rows: each after those that its foreign keys reference, otherwise by name */
export async function readTables(database: D1Database, schema: Item[]): Promise<Table[]> {
	const tables: Table[] = [];
	const parents = new Map<string, string[]>();
	for (const name of ownTables(schema)) {
		const [columns, keys] = await database.batch([
			database.prepare(`SELECT name FROM pragma_table_info('${name}') ORDER BY cid`),
			database.prepare(`SELECT "table" FROM pragma_foreign_key_list('${name}')`),
		]);
		const columnNames = v.parse(columnsSchema, columns?.results).map((column) => column.name);
		tables.push({ name, columns: columnNames });
		const referenced = v.parse(parentsSchema, keys?.results).map(({ table }) => table);
		parents.set(
			name,
			referenced.filter((parent) => parent !== name),
		);
	}
	/** How many tables have to be filled before, one after the other. */
	const depthOf = (name: string): number =>
		Math.max(0, ...(parents.get(name) ?? []).map((parent) => depthOf(parent) + 1));
	return tables.sort(
		(one, other) => depthOf(one.name) - depthOf(other.name) || one.name.localeCompare(other.name),
	);
}
