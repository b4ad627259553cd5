import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";

const namesSchema = v.array(v.object({ name: v.string() }));
const countSchema = v.object({ rows: v.number() });

/** SQLite's and D1's own tables, and the pages of the full-text index, are no content of the shop. */
const tablesQuery = `SELECT name FROM one.sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
	AND name NOT GLOB '_cf_*' AND name NOT GLOB 'product_search*'`;

/** @returns how many rows one database's table has that the other's has not */
const missingIn = (table: string, [from, other]: [string, string]) =>
	`SELECT count(*) AS rows FROM (SELECT * FROM ${from}."${table}" EXCEPT SELECT * FROM ${other}."${table}")`;

/**
 * Compares two files of SQLite by themselves, without anything that made them. Every table has a primary key, so no row
 * stands in one twice.
 * @returns the names of tables of which a row is missing in one of them, or differs
 */
export function compareFiles(one: string, other: string): string[] {
	const database = new DatabaseSync(":memory:");
	database.prepare("ATTACH ? AS one").run(one);
	database.prepare("ATTACH ? AS other").run(other);
	const names = v.parse(namesSchema, database.prepare(tablesQuery).all());
	const isEqual = (table: string) =>
		(["one", "other"] as const).every((from) => {
			const query = missingIn(table, [from, from === "one" ? "other" : "one"]);
			return v.parse(countSchema, database.prepare(query).get()).rows === 0;
		});
	const differing = names.map(({ name }) => name).filter((name) => !isEqual(name));
	database.close();
	return differing;
}
