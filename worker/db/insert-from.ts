import { getTableColumns, isSQLWrapper, Param, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

/** Of each column a value, or what it is in the row that is found. */
type Values<Table extends SQLiteTable> = {
	[Column in keyof Table["$inferInsert"]]: Table["$inferInsert"][Column] | SQLWrapper;
};

/**
 * INSERT by SELECT, for a row that may be written only while another is there: the condition and the write are one statement.
 * Drizzle's own wants a value of every column, in the order of the table; here the others get their default.
 */
export function insertFrom<Table extends SQLiteTable>(
	db: Pick<Database, "insert">,
	table: Table,
	values: Values<Table>,
	from: SQLiteTable,
	where: SQL | undefined,
) {
	const given = new Map<string, unknown>(Object.entries(values));
	const row = Object.entries(getTableColumns(table))
		.filter(([, column]) => !column.generated)
		.map(([name, column]) => {
			const value = given.has(name) ? given.get(name) : (column.default ?? null);
			return isSQLWrapper(value) ? value : new Param(value, column);
		});
	return db
		.insert(table)
		.select(sql`select ${sql.join(row, sql`, `)} from ${from} where ${where ?? sql`true`}`);
}
