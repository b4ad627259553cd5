import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMigration } from "../../scripts/support/read-migration.ts";

const statementsByFile = new Map<string, Promise<string[]>>();

/** Splits a file as wrangler does, which deploys migrations. Caches the statements, which many tests run. */
export function splitAsWrangler(file: string): Promise<string[]> {
	const read = async () => {
		const { unstable_splitSqlQuery } = await import("wrangler");
		return unstable_splitSqlQuery(await readFile(file, "utf8"));
	};
	const statements = statementsByFile.get(file) ?? read();
	statementsByFile.set(file, statements);
	return statements;
}

const run = (database: D1Database, statements: string[]) =>
	database.batch(statements.map((statement) => database.prepare(statement)));

/** Runs the statements of a SQL file in one transaction, as wrangler runs a migration. */
export async function runSqlFile(database: D1Database, file: string): Promise<void> {
	await run(database, await splitAsWrangler(file));
}

/** Returns the file names of the migrations, in order. */
export const listMigrations = async (): Promise<string[]> =>
	(await readdir("migrations")).filter((name) => name.endsWith(".sql")).sort();

/** Applies all migrations to an empty D1 in one batch, which is safe because there are no rows. */
export async function migrate(database: D1Database): Promise<void> {
	const files = (await listMigrations()).map((name) => join("migrations", name));
	await run(database, (await Promise.all(files.map(readMigration))).flat());
}

/** Inserts the rows of tests/migrations for these migrations, which must have been applied. */
export async function addMigrationRows(database: D1Database, migrations: string[]): Promise<void> {
	const files = migrations.map((name) => `tests/migrations/${name.slice(0, 4)}.sql`);
	for (const file of files) if (existsSync(file)) await runSqlFile(database, file);
}
