// Not in database.ts, so that tests do not load everything that database.ts imports.
import { readFile } from "node:fs/promises";

/** Returns the statements of a migration. drizzle-kit separates them by this comment. */
export const readMigration = async (file: string): Promise<string[]> =>
	(await readFile(file, "utf8")).split("--> statement-breakpoint");
