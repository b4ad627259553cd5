import { createHash } from "node:crypto";
import { getTableName, is, Table } from "drizzle-orm";
import * as schema from "#worker/db/schema.ts";
import type { TestShop } from "./shop.ts";

const tables = Object.values(schema).flatMap((value) =>
	is(value, Table) ? [getTableName(value)] : [],
);

/** Returns a hash of all rows of all tables, to check that nothing changed. */
export async function digestTables({ env }: Pick<TestShop, "env">): Promise<string> {
	const results = await env.DB.batch(
		tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)),
	);
	const rows = results.map(({ results }) => results);
	return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
