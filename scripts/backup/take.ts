import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";
import { sumLines, writeFileOfLines } from "./files.ts";
import { fileOf, type Manifest, pictureList, writeManifest } from "./manifest.ts";
import { fetchPictures } from "./pictures.ts";
import type { Store } from "./place.ts";
import { type Ends, readEnds, readLines } from "./rows.ts";
import { type Item, readSchema, readTables, type Table, unfinishedMark } from "./schema.ts";

/** Makes the folders of an export, closed to others. @throws Refusal when something lies there */
async function makeFolders(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		if ((await readdir(folder)).length > 0) throw new Refusal(`${folder} is not empty.`);
	} catch (error) {
		if (codeOf(error) === "") throw error;
		throw new Refusal(`${folder} cannot be made (${codeOf(error)}).`);
	}
	await mkdir(join(folder, "tables"));
	await mkdir(join(folder, "pictures"));
}

/** @throws Refusal when the database holds no shop, or half of one */
async function readMigration(database: D1Database, schema: Item[]): Promise<string> {
	if (schema.some(({ name }) => name === unfinishedMark)) {
		throw new Refusal("The database is half restored: call npm run restore again to finish it.");
	}
	if (!schema.some(({ name }) => name === "d1_migrations")) {
		throw new Refusal("The database holds no shop: no migration was ever applied to it.");
	}
	const last = database.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1");
	return (await last.first<string>("name")) ?? "";
}

async function takeTables(database: D1Database, tables: Table[], ends: Ends, folder: string) {
	const sums: Manifest["tables"] = [];
	for (const table of tables) {
		const lines = readLines(database, table, ends.get(table.name));
		sums.push({ ...table, ...(await writeFileOfLines(fileOf(folder, table.name), lines)) });
	}
	return sums;
}

/**
 * Reads every table a second time, to its end. D1 cannot read several pages in one transaction; but what reads the same
 * twice is as it was at the moment between.
 * @returns the names of the tables that do not
 */
async function findChanged(database: D1Database, tables: Manifest["tables"]): Promise<string[]> {
	const changed: string[] = [];
	for (const table of tables) {
		const { sha256 } = await sumLines(readLines(database, table));
		if (sha256 !== table.sha256) changed.push(table.name);
	}
	return changed;
}

/**
 * Writes a shop into a folder: every table as lines of JSON, every picture, and a manifest (docs/backup.md).
 * @param folder new or empty
 * @throws Refusal when it is not, or when the database holds no shop or half of one
 */
export async function takeExport({ database, pictures }: Store, folder: string): Promise<Manifest> {
	const taken = new Date().toISOString();
	const schema = await readSchema(database);
	const migration = await readMigration(database, schema);
	await makeFolders(folder);
	const named = await readTables(database, schema);
	const ends = await readEnds(database, named);
	const tables = await stage("Reading the tables", () => takeTables(database, named, ends, folder));
	const changed = await stage("Reading them again", () => findChanged(database, tables));
	const leftOut: string[] = [];
	const fetched = fetchPictures(pictures, { folder, leaveOut: (key) => leftOut.push(key) });
	const sum = await stage("Fetching the pictures", () =>
		writeFileOfLines(pictureList(folder), fetched),
	);
	const held = { schema, tables, pictures: sum, leftOut };
	const manifest = { format: 1 as const, taken, migration, changed, ...held };
	await writeManifest(folder, manifest);
	return manifest;
}
