import type { TestShop } from "./shop.ts";

/**
 * Puts in a table's place a view of what is not there: each statement about it fails in words of our choice.
 * @param message such as D1's own for an outage
 * @returns puts the table back, as it was
 */
export async function breakTable({ env }: Pick<TestShop, "env">, table: string, message: string) {
	const run = (statements: string[]) =>
		env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
	await run([
		`ALTER TABLE ${table} RENAME TO kept_${table}`,
		`CREATE VIEW ${table} AS SELECT [${message}]`,
	]);
	return () => run([`DROP VIEW ${table}`, `ALTER TABLE kept_${table} RENAME TO ${table}`]);
}
