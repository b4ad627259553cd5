import { createHash } from "node:crypto";
import { Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";
import { addTriggers, clearFor, readMark, removeMark } from "./clearing.ts";
import { countAnew, fillSearch, findMiscounted } from "./derived.ts";
import { readFileOfLines, type Sum, sumLines } from "./files.ts";
import { fileOf, type Manifest, pictureList, readManifest } from "./manifest.ts";
import { checkPictureLines, checkPictures, sendPictures } from "./pictures.ts";
import type { Store } from "./place.ts";
import { checkLines, countRows, type Line, readLines, writeLines } from "./rows.ts";
import { searchesOf } from "./schema.ts";

const isSame = (one: Sum, other: Sum) => one.rows === other.rows && one.sha256 === other.sha256;

async function checkFile(file: string, sum: Sum, lines: AsyncIterable<Line>): Promise<void> {
	const found = await sumLines(lines).catch(() => null);
	if (!found || !isSame(found, sum)) throw new Refusal(`${file} is damaged or missing.`);
}

/** @throws Refusal when a file of the export is not as it was written, or cannot be put back */
async function checkFiles(folder: string, { tables, pictures }: Manifest): Promise<void> {
	for (const table of tables) {
		const file = fileOf(folder, table.name);
		await checkFile(file, table, checkLines(readFileOfLines(file), table));
	}
	const list = pictureList(folder);
	await checkFile(list, pictures, checkPictureLines(readFileOfLines(list)));
	await checkPictures(folder);
}

/** Rows go in as they stand in the file, so what an earlier run has brought in is its beginning. */
async function fillTables(database: D1Database, folder: string, { tables }: Manifest) {
	for (const table of tables) {
		const there = await countRows(database, table);
		await writeLines(database, table, readFileOfLines(fileOf(folder, table.name), there));
	}
}

const sumOf = (manifest: Manifest) =>
	createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

async function* firstOf(lines: AsyncIterable<Line>, count: number): AsyncGenerator<Line> {
	let place = 0;
	for await (const line of lines) {
		if (place++ >= count) return;
		yield line;
	}
}

/**
 * Compares what a restore that was cut off has brought in with the export.
 * @returns the tables that hold anything else, such as what the shop's cron has written since
 */
async function findForeign(database: D1Database, folder: string, { tables }: Manifest) {
	const foreign: string[] = [];
	for (const table of tables) {
		const there = await sumLines(readLines(database, table));
		const file = readFileOfLines(fileOf(folder, table.name));
		const beginning = await sumLines(firstOf(file, there.rows));
		if (!isSame(there, beginning)) foreign.push(table.name);
	}
	return foreign;
}

/** Continues where a restore of the same export was cut off; begins again where the database has changed since. */
async function prepare(
	database: D1Database,
	folder: string,
	{ manifest, replace }: { manifest: Manifest; replace: boolean },
): Promise<string[]> {
	const sum = sumOf(manifest);
	const isOurs = (await readMark(database)) === sum;
	const foreign = isOurs && !replace ? await findForeign(database, folder, manifest) : [];
	if (isOurs && !replace && foreign.length === 0) return [];
	await clearFor(database, manifest.schema, { sum, replace: replace || isOurs });
	return foreign;
}

async function finish(database: D1Database, { schema }: Manifest): Promise<void> {
	if (searchesOf(schema).includes("product_search")) await fillSearch(database);
	await addTriggers(database, schema);
}

/** @throws Refusal when a table does not read as it did when it was exported */
async function compareTables(database: D1Database, { tables }: Manifest): Promise<void> {
	for (const table of tables) {
		const found = await sumLines(readLines(database, table));
		if (!isSame(found, table)) {
			throw new Refusal(
				`The table ${table.name} has ${found.rows} rows that are not the ${table.rows} of the export: restore again with --replace.`,
			);
		}
	}
}

/**
 * Makes a shop's data again from an export (docs/backup.md). One that is cut off goes on when it is called again.
 * @param replace whether what the database holds may be dropped, an earlier try of this restore among it
 * @returns `counted`: the tables that were counted anew, because they disagreed with what they count; `foreign`: those of an
 * earlier try that held rows which are not in the export, and were dropped for it
 * @throws Refusal when the export is damaged, the database holds something else, or a table came out otherwise
 */
export async function putBack(
	{ database, pictures }: Store,
	folder: string,
	replace = false,
): Promise<{ manifest: Manifest; counted: string[]; foreign: string[] }> {
	const manifest = await readManifest(folder);
	await stage("Checking the export", () => checkFiles(folder, manifest));
	const foreign = await stage("Preparing the database", () =>
		prepare(database, folder, { manifest, replace }),
	);
	await stage("Writing the tables", () => fillTables(database, folder, manifest));
	await stage("Building the search", () => finish(database, manifest));
	await stage("Comparing every table", () => compareTables(database, manifest));
	await stage("Sending the pictures", () => sendPictures(pictures, folder));
	const counted = await findMiscounted(database);
	await countAnew(database, counted);
	await removeMark(database);
	return { manifest, counted, foreign };
}
