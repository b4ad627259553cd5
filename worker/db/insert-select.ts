import { getTableColumns, isSQLWrapper, Param, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

/** A value for each column, or an expression over the selected row. */
type Values<Table extends SQLiteTable> = {
	[Column in keyof Table["$inferInsert"]]: Table["$inferInsert"][Column] | SQLWrapper;
};

/** Inserts rows that it selects from another table or a join. Unlike Drizzle's INSERT … SELECT, it sets missing columns to their defaults. */
export function insertSelect<Table extends SQLiteTable>(
	db: Pick<Database, "insert">,
	table: Table,
	values: Values<Table>,
	from: SQLiteTable | SQL,
	where: SQL | undefined,
) {
	const valueByColumn = new Map<string, unknown>(Object.entries(values));
	const expressions = Object.entries(getTableColumns(table))
		.filter(([, column]) => !column.generated)
		.map(([name, column]) => {
			const value = valueByColumn.has(name) ? valueByColumn.get(name) : (column.default ?? null);
			return isSQLWrapper(value) ? value : new Param(value, column);
		});
	return db
		.insert(table)
		.select(sql`select ${sql.join(expressions, sql`, `)} from ${from} where ${where ?? sql`true`}`);
}
