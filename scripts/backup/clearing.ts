import { Refusal } from "../support/refusal.ts";
import { type Item, readSchema, unfinishedMark } from "./schema.ts";

const run = (database: D1Database, statements: string[]) =>
	database.batch(statements.map((statement) => database.prepare(statement)));

/** @returns the sum of the export whose restore was cut off in a database; null where none was */
export async function readMark(database: D1Database): Promise<string | null> {
	const schema = await readSchema(database);
	if (!schema.some(({ name }) => name === unfinishedMark)) return null;
	return database.prepare(`SELECT sum FROM ${unfinishedMark}`).first<string>("sum");
}

/** Triggers and views first; then tables, those that others point at last, all at once so that none of them minds. */
async function dropAll(database: D1Database, schema: Item[]): Promise<void> {
	if (schema.length === 0) return;
	const items = schema.filter(({ type }) => type !== "index").reverse();
	const drops = items.map(({ type, name }) => `DROP ${type} "${name}"`);
	await run(database, ["PRAGMA defer_foreign_keys = on", ...drops]);
}

/**
 * Makes the tables and indexes of an export in a database: empty, so that no statement takes longer the larger the shop.
 * @param sum tells one export from another
 * @param replace whether everything that the database holds may be dropped
 * @throws Refusal when it holds something else
 */
export async function clearFor(
	database: D1Database,
	schema: Item[],
	{ sum, replace }: { sum: string; replace: boolean },
): Promise<void> {
	const there = await readSchema(database);
	if (there.length > 0 && !replace) {
		throw new Refusal(
			there.some(({ name }) => name === unfinishedMark)
				? "A restore of another export was cut off here: finish that one, or say --replace to drop everything it has brought in."
				: "The database is not empty: restore into a new one, or say --replace to drop everything it holds.",
		);
	}
	await dropAll(database, there);
	const items = schema.filter(({ type }) => type !== "trigger");
	await run(database, [
		...items.map(({ sql }) => sql),
		`CREATE TABLE ${unfinishedMark} (sum TEXT NOT NULL)`,
		`INSERT INTO ${unfinishedMark} VALUES ('${sum}')`,
	]);
}

/** Makes the triggers: after the rows, so that none counts a row a second time. */
export async function addTriggers(database: D1Database, schema: Item[]): Promise<void> {
	const there = new Set((await readSchema(database)).map(({ name }) => name));
	const triggers = schema.filter(({ type, name }) => type === "trigger" && !there.has(name));
	if (triggers.length === 0) return;
	await run(
		database,
		triggers.map(({ sql }) => sql),
	);
}

export const removeMark = (database: D1Database) => run(database, [`DROP TABLE ${unfinishedMark}`]);
