import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";

const tables = Object.values(schema).filter((item) => is(item, SQLiteTable));

/** Looks for a row that no table has: reads the first pages of each, and no row. */
const lookIntoAll = sql.raw(
	`SELECT ${tables.map((table) => `(SELECT 1 FROM "${getTableName(table)}" WHERE rowid = 0)`).join(", ")}`,
);

/** @returns true once every table of the database has been looked into @throws as D1 does, where one is broken or gone */
export async function isHealthy({ db }: Shop): Promise<boolean> {
	await db.run(lookIntoAll);
	return true;
}
