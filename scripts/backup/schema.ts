import * as v from "valibot";

const itemSchema = v.object({
	type: v.picklist(["table", "index", "trigger", "view"]),
	name: v.string(),
	sql: v.string(),
});

/** A table, index or trigger with the statement that makes it. */
export type Item = v.InferOutput<typeof itemSchema>;

/** What a database is made of, in the order in which it can be made. */
export const schemaSchema = v.array(itemSchema);

const kinds = ["table", "view", "index", "trigger"];
const isVirtual = ({ sql }: Item) => /^CREATE VIRTUAL TABLE/i.test(sql);
/** Tables in which a full-text index keeps itself (https://sqlite.org/fts5.html §8): they come and go with it. */
const isShadow = ({ name }: Item, all: Item[]) =>
	all.some((other) => isVirtual(other) && name.startsWith(`${other.name}_`));

/** SQLite's own and D1's own are `sqlite_…` and `_cf_…`. */
export async function readSchema(database: D1Database): Promise<Item[]> {
	const { results } = await database
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY rowid",
		)
		.all();
	const all = v.parse(schemaSchema, results);
	return all
		.filter((item) => !isShadow(item, all))
		.sort((one, other) => kinds.indexOf(one.type) - kinds.indexOf(other.type));
}

/** @returns the names of the full-text indexes */
export const searchesOf = (schema: Item[]): string[] =>
	schema.filter(isVirtual).map(({ name }) => name);

/** @returns the names of the tables that hold rows of their own */
export const plainTablesOf = (schema: Item[]): string[] =>
	schema.filter((item) => item.type === "table" && !isVirtual(item)).map(({ name }) => name);

/** Stands in a database from the beginning of a restore to its end, and holds the sum of the export. */
export const unfinishedMark = "unfinished_restore";

/** A table that holds rows; `columns` in their order. */
export type Table = { name: string; columns: string[] };

const columnsSchema = v.array(v.object({ name: v.string() }));
const parentsSchema = v.array(v.object({ table: v.string() }));

async function readColumns(database: D1Database, names: string[]) {
	const answers = await database.batch(
		names.flatMap((name) => [
			database.prepare(`SELECT name FROM pragma_table_info('${name}') ORDER BY cid`),
			database.prepare(`SELECT "table" FROM pragma_foreign_key_list('${name}')`),
		]),
	);
	return names.map((name, index) => ({
		name,
		columns: v.parse(columnsSchema, answers[2 * index]?.results).map((column) => column.name),
		parents: v.parse(parentsSchema, answers[2 * index + 1]?.results).map(({ table }) => table),
	}));
}

/** How many tables have to be filled before, one after the other. */
function depthOf(name: string, parents: Map<string, string[]>): number {
	const above = (parents.get(name) ?? []).filter((parent) => parent !== name);
	return Math.max(0, ...above.map((parent) => depthOf(parent, parents) + 1));
}

/** @returns the tables of rows; each after those that its foreign keys point at, else by name */
export async function readTables(database: D1Database, schema: Item[]): Promise<Table[]> {
	const tables = await readColumns(database, plainTablesOf(schema));
	const parents = new Map(tables.map(({ name, parents }) => [name, parents]));
	return tables
		.map(({ name, columns }) => ({ name, columns, depth: depthOf(name, parents) }))
		.sort((one, other) => one.depth - other.depth || one.name.localeCompare(other.name))
		.map(({ name, columns }) => ({ name, columns }));
}
