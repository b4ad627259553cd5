import * as v from "valibot";
import { dropClosedConnections } from "../runtime/runtime.ts";

const itemSchema = v.object({
	type: v.picklist(["table", "view", "index", "trigger"]),
	name: v.string(),
	sql: v.string(),
});

export type SchemaItem = v.InferOutput<typeof itemSchema>;

export const schemaItemsSchema = v.array(itemSchema);

/** The name of a table that exists only during a restore. It has one row, with the digest of the export's manifest. */
export const unfinishedRestoreTable = "unfinished_restore";

const isVirtual = ({ sql }: SchemaItem) => /^CREATE VIRTUAL TABLE/i.test(sql);
/** Returns whether a full-text index stores its data in this table, which SQLite creates and drops with the index (https://sqlite.org/fts5.html §8). */
const isShadow = ({ name }: SchemaItem, allItems: SchemaItem[]) =>
	allItems.some((other) => isVirtual(other) && name.startsWith(`${other.name}_`));

/** Reads the schema without the internal tables of SQLite (`sqlite_…`) and D1 (`_cf_…`). */
export async function readSchema(database: D1Database): Promise<SchemaItem[]> {
	await dropClosedConnections();
	const { results } = await database
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY rowid",
		)
		.all();
	const allItems = v.parse(schemaItemsSchema, results);
	const types = itemSchema.entries.type.options;
	return allItems
		.filter((item) => !isShadow(item, allItems))
		.sort((a, b) => types.indexOf(a.type) - types.indexOf(b.type));
}

export const listPlainTableNames = (schema: SchemaItem[]): string[] =>
	schema.filter((item) => item.type === "table" && !isVirtual(item)).map(({ name }) => name);

export type Table = { name: string; columns: string[] };

const nameListSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const tablesSchema = v.array(
	v.object({ name: v.string(), columns: nameListSchema, parents: nameListSchema }),
);

/** Reads the plain tables, sorted so that each comes after the tables that it references. */
export async function readTables(database: D1Database, schema: SchemaItem[]): Promise<Table[]> {
	const { results } = await database
		.prepare(
			`SELECT value AS name,
				(SELECT json_group_array(name) FROM (SELECT name FROM pragma_table_info(value) ORDER BY cid)) AS columns,
				(SELECT json_group_array("table") FROM pragma_foreign_key_list(value) WHERE "table" <> value) AS parents
			FROM json_each(?)`,
		)
		.bind(JSON.stringify(listPlainTableNames(schema)))
		.all();
	const tables = v.parse(tablesSchema, results);
	const parentsByName = new Map(tables.map(({ name, parents }) => [name, parents]));
	/** Length of the longest chain of references. */
	const getDepth = (name: string): number =>
		Math.max(0, ...(parentsByName.get(name) ?? []).map((parent) => getDepth(parent) + 1));
	return tables
		.map(({ name, columns }) => ({ name, columns }))
		.sort((a, b) => getDepth(a.name) - getDepth(b.name) || a.name.localeCompare(b.name));
}
