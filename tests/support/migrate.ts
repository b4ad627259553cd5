import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";

const readStatements = async (file: string): Promise<string[]> =>
	unstable_splitSqlQuery(await readFile(file, "utf8"));

const run = (database: D1Database, statements: string[]) =>
	database.batch(statements.map((statement) => database.prepare(statement)));

/** Runs the statements of a file as wrangler runs a migration: in one transaction. */
export async function runFile(database: D1Database, file: string): Promise<void> {
	await run(database, await readStatements(file));
}

/** @returns the names of the migrations, in their order */
export const listMigrations = async (): Promise<string[]> =>
	(await readdir("migrations")).filter((name) => name.endsWith(".sql")).sort();

/** Applies every migration to an empty D1, all at once: it has no rows that one of them could trip over. */
export async function migrate(database: D1Database): Promise<void> {
	const files = (await listMigrations()).map((name) => join("migrations", name));
	await run(database, (await Promise.all(files.map(readStatements))).flat());
}

/** Fills every table of a version with the rows of tests/migrations. @param migrations that the database has */
export async function addRows(database: D1Database, migrations: string[]): Promise<void> {
	const files = migrations.map((name) => `tests/migrations/${name.slice(0, 4)}.sql`);
	for (const file of files) if (existsSync(file)) await runFile(database, file);
}
