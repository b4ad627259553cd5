import { createHash } from "node:crypto";
import { runStep } from "../support/run-step.ts";
import { UserError } from "../support/user-error.ts";
import type { Bindings } from "./bindings.ts";
import {
	fillSearchIndex,
	findOutdatedDerivedTables,
	rebuildDerivedTables,
} from "./derived-tables.ts";
import {
	type Checksum,
	getPictureListPath,
	getTablePath,
	hashLines,
	type Manifest,
	readLines,
	readManifest,
} from "./format.ts";
import { checkPictures, uploadPictures } from "./pictures.ts";
import { checkRows, readRows, writeRows } from "./rows.ts";
import { readSchema, unfinishedRestoreTable } from "./schema.ts";

const isEqual = (a: Checksum, b: Checksum) => a.rows === b.rows && a.sha256 === b.sha256;

async function checkFile(file: string, expected: Checksum, lines: AsyncIterable<string>) {
	const actual = await hashLines(lines).catch(() => null);
	if (!actual || !isEqual(actual, expected)) throw new UserError(`${file} is damaged or missing.`);
}

async function checkFiles(folder: string, { tables, pictures }: Manifest): Promise<void> {
	for (const table of tables) {
		const file = getTablePath(folder, table.name);
		await checkFile(file, table, checkRows(readLines(file), table));
	}
	const list = getPictureListPath(folder);
	await checkFile(list, pictures, readLines(list));
	await checkPictures(folder);
}

const runStatements = (database: D1Database, statements: string[]) =>
	database.batch(statements.map((statement) => database.prepare(statement)));

/**
 * Drops the existing tables and creates those of the export.
 * @throws UserError if the database has other tables, unless `shouldReplace` is set
 */
async function createTables(database: D1Database, manifest: Manifest, shouldReplace: boolean) {
	const manifestDigest = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
	const existingItems = await readSchema(database);
	const isUnfinished = existingItems.some(({ name }) => name === unfinishedRestoreTable);
	const [unfinishedDigest] = isUnfinished
		? await database.prepare(`SELECT * FROM ${unfinishedRestoreTable}`).raw<[string]>()
		: [];
	if (existingItems.length > 0 && unfinishedDigest?.[0] !== manifestDigest && !shouldReplace) {
		throw new UserError(
			isUnfinished
				? "A restore of another export was interrupted here: finish that one, or use --replace to drop everything it has written."
				: "The database is not empty: restore into a new one, or use --replace to drop everything in it.",
		);
	}
	// Drops triggers and views first, then tables, each before the tables that it references.
	const dropStatements = existingItems
		.filter(({ type }) => type !== "index")
		.reverse()
		.map(({ type, name }) => `DROP ${type} "${name}"`);
	if (dropStatements.length > 0)
		await runStatements(database, ["PRAGMA defer_foreign_keys = on", ...dropStatements]);
	const items = manifest.schema.filter(({ type }) => type !== "trigger");
	await runStatements(database, [
		...items.map(({ sql }) => sql),
		`CREATE TABLE ${unfinishedRestoreTable} (manifest_digest TEXT NOT NULL)`,
		`INSERT INTO ${unfinishedRestoreTable} VALUES ('${manifestDigest}')`,
	]);
}

/** Writes the rows before creating the triggers, because the triggers would update the derived tables a second time. */
async function fillTables(database: D1Database, folder: string, { schema, tables }: Manifest) {
	for (const table of tables) {
		await writeRows(database, table, readLines(getTablePath(folder, table.name)));
	}
	if (schema.some(({ name }) => name === "product_search")) await fillSearchIndex(database);
	const triggers = schema.filter(({ type }) => type === "trigger").map(({ sql }) => sql);
	if (triggers.length > 0) await runStatements(database, triggers);
}

async function compareTables(database: D1Database, { tables }: Manifest): Promise<void> {
	for (const table of tables) {
		const actual = await hashLines(readRows(database, table));
		if (!isEqual(actual, table)) {
			throw new UserError(
				`The restored table ${table.name} (${actual.rows} rows) differs from the export (${table.rows} rows): restore again with --replace.`,
			);
		}
	}
}

/**
 * Restores an export (docs/backup.md). To finish an interrupted restore, call it again.
 * @returns the manifest, and the derived tables that were out of date and have been recomputed
 */
export async function restoreShop(
	{ database, pictures }: Bindings,
	folder: string,
	shouldReplace = false,
): Promise<{ manifest: Manifest; recomputedTables: string[] }> {
	const manifest = await readManifest(folder);
	await runStep("Checking the export", () => checkFiles(folder, manifest));
	await runStep("Preparing the database", () => createTables(database, manifest, shouldReplace));
	await runStep("Writing the tables", () => fillTables(database, folder, manifest));
	await runStep("Comparing every table", () => compareTables(database, manifest));
	await runStep("Uploading the pictures", () => uploadPictures(pictures, folder));
	const recomputedTables = await findOutdatedDerivedTables(database);
	await rebuildDerivedTables(database, recomputedTables);
	await runStatements(database, [`DROP TABLE ${unfinishedRestoreTable}`]);
	return { manifest, recomputedTables };
}
