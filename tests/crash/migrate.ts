import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";

/** Applies every migration to an empty D1. */
export async function migrate(database: D1Database): Promise<void> {
	const files = (await readdir("migrations")).filter((name) => name.endsWith(".sql")).sort();
	for (const file of files) {
		const statements = unstable_splitSqlQuery(await readFile(join("migrations", file), "utf8"));
		await database.batch(statements.map((statement) => database.prepare(statement)));
	}
}
