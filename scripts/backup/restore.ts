import { createHash } from "node:crypto";
import { stage } from "../support/stage.ts";
import { UserError } from "../support/user-error.ts";
import { fillSearch, findMiscounted, recount } from "./derived.ts";
import {
	type Line,
	type Manifest,
	pictureList,
	readLines,
	readManifest,
	type Sum,
	sumLines,
	tableFile,
} from "./format.ts";
import { checkPictures, uploadPictures } from "./pictures.ts";
import { checkRows, readRows, writeRows } from "./rows.ts";
import { readSchema, unfinishedMark } from "./schema.ts";
import type { Store } from "./store.ts";

const isSame = (one: Sum, other: Sum) => one.rows === other.rows && one.sha256 === other.sha256;

async function checkFile(file: string, sum: Sum, lines: AsyncIterable<Line>): Promise<void> {
	const found = await sumLines(lines).catch(() => null);
	if (!found || !isSame(found, sum)) throw new UserError(`${file} is damaged or missing.`);
}

async function checkFiles(folder: string, { tables, pictures }: Manifest): Promise<void> {
	for (const table of tables) {
		const file = tableFile(folder, table.name);
		await checkFile(file, table, checkRows(readLines(file), table));
	}
	const list = pictureList(folder);
	await checkFile(list, pictures, readLines(list));
	await checkPictures(folder);
}

const run = (database: D1Database, statements: string[]) =>
	database.batch(statements.map((statement) => database.prepare(statement)));

/** Drops an earlier try first. @throws UserError when the database holds anything else, unless it may be replaced */
async function createTables(database: D1Database, manifest: Manifest, replace: boolean) {
	const digest = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
	const present = await readSchema(database);
	const isUnfinished = present.some(({ name }) => name === unfinishedMark);
	const query = `SELECT sum FROM ${unfinishedMark}`;
	const mark = isUnfinished ? await database.prepare(query).first<string>("sum") : null;
	if (present.length > 0 && mark !== digest && !replace) {
		throw new UserError(
			isUnfinished
				? "A restore of another export was cut off here: finish that one, or use --replace to drop everything it has written."
				: "The database is not empty: restore into a new one, or use --replace to drop everything in it.",
		);
	}
	// Triggers and views first; then tables, those that others reference last.
	const drops = present
		.filter(({ type }) => type !== "index")
		.reverse()
		.map(({ type, name }) => `DROP ${type} "${name}"`);
	if (drops.length > 0) await run(database, ["PRAGMA defer_foreign_keys = on", ...drops]);
	const items = manifest.schema.filter(({ type }) => type !== "trigger");
	await run(database, [
		...items.map(({ sql }) => sql),
		`CREATE TABLE ${unfinishedMark} (sum TEXT NOT NULL)`,
		`INSERT INTO ${unfinishedMark} VALUES ('${digest}')`,
	]);
}

/** Triggers are created after the rows, so that none counts a row a second time. */
async function fillTables(database: D1Database, folder: string, { schema, tables }: Manifest) {
	for (const table of tables) {
		await writeRows(database, table, readLines(tableFile(folder, table.name)));
	}
	if (schema.some(({ name }) => name === "product_search")) await fillSearch(database);
	const triggers = schema.filter(({ type }) => type === "trigger").map(({ sql }) => sql);
	if (triggers.length > 0) await run(database, triggers);
}

async function compareTables(database: D1Database, { tables }: Manifest): Promise<void> {
	for (const table of tables) {
		const found = await sumLines(readRows(database, table));
		if (!isSame(found, table)) {
			throw new UserError(
				`The table ${table.name} has ${found.rows} rows that are not the ${table.rows} of the export: restore again with --replace.`,
			);
		}
	}
}

/**
 * See docs/backup.md. A restore that was cut off begins again when it is called again.
 * @returns `recounted`: tables that triggers keep, and that disagreed with the rows which they count
 * @throws UserError when the export is damaged, the database holds something else, or a table differs in the end
 */
export async function restoreShop(
	{ database, pictures }: Store,
	folder: string,
	replace = false,
): Promise<{ manifest: Manifest; recounted: string[] }> {
	const manifest = await readManifest(folder);
	await stage("Checking the export", () => checkFiles(folder, manifest));
	await stage("Preparing the database", () => createTables(database, manifest, replace));
	await stage("Writing the tables", () => fillTables(database, folder, manifest));
	await stage("Comparing every table", () => compareTables(database, manifest));
	await stage("Uploading the pictures", () => uploadPictures(pictures, folder));
	const recounted = await findMiscounted(database);
	await recount(database, recounted);
	await run(database, [`DROP TABLE ${unfinishedMark}`]);
	return { manifest, recounted };
}
