import type { TestShop } from "./shop.ts";

/**
 * Replaces a table with a view that selects a column that does not exist, so that each statement on the table fails. Returns a
 * function that restores the table.
 * @param message - text that each error contains, such as D1's message during an outage
 */
export async function breakTable({ env }: Pick<TestShop, "env">, table: string, message: string) {
	const run = (statements: string[]) =>
		env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
	await run([
		`ALTER TABLE ${table} RENAME TO saved_${table}`,
		`CREATE VIEW ${table} AS SELECT [${message}]`,
	]);
	return () => run([`DROP VIEW ${table}`, `ALTER TABLE saved_${table} RENAME TO ${table}`]);
}
