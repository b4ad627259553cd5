import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { stage } from "../support/stage.ts";
import { codeOf, UserError } from "../support/user-error.ts";
import { type Manifest, pictureList, sumLines, tableFile, writeManifest } from "./format.ts";
import { downloadPictures } from "./pictures.ts";
import { readLastRowids, readRows } from "./rows.ts";
import { type Item, readSchema, readTables, type Table, unfinishedMark } from "./schema.ts";
import type { Store } from "./store.ts";

/** Closed to others. @throws UserError when the folder is not empty */
async function makeFolders(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		if ((await readdir(folder)).length > 0) throw new UserError(`${folder} is not empty.`);
	} catch (error) {
		if (codeOf(error) === "") throw error;
		throw new UserError(`${folder} cannot be made (${codeOf(error)}).`);
	}
	await mkdir(join(folder, "tables"));
	await mkdir(join(folder, "pictures"));
}

async function readMigration(database: D1Database, schema: Item[]): Promise<string> {
	if (schema.some(({ name }) => name === unfinishedMark)) {
		throw new UserError("The database is half restored: run npm run restore again to finish it.");
	}
	if (!schema.some(({ name }) => name === "d1_migrations")) {
		throw new UserError("The database holds no shop: no migration was ever applied to it.");
	}
	const last = database.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1");
	return (await last.first<string>("name")) ?? "";
}

async function writeTables(database: D1Database, tables: Table[], folder: string) {
	const last = await readLastRowids(database, tables);
	const written: Manifest["tables"] = [];
	for (const table of tables) {
		const rows = readRows(database, table, last.get(table.name));
		written.push({ ...table, ...(await sumLines(rows, tableFile(folder, table.name))) });
	}
	return written;
}

/** D1 cannot read several pages in one transaction, but a table that reads the same twice is as it was at the moment between. */
async function findChanged(database: D1Database, tables: Manifest["tables"]): Promise<string[]> {
	const changed: string[] = [];
	for (const table of tables) {
		const { sha256 } = await sumLines(readRows(database, table));
		if (sha256 !== table.sha256) changed.push(table.name);
	}
	return changed;
}

/** See docs/backup.md. @throws UserError when the folder is not empty, or the database holds no shop or half of one */
export async function exportShop({ database, pictures }: Store, folder: string): Promise<Manifest> {
	const taken = new Date().toISOString();
	const schema = await readSchema(database);
	const migration = await readMigration(database, schema);
	await makeFolders(folder);
	const found = await readTables(database, schema);
	const tables = await stage("Reading the tables", () => writeTables(database, found, folder));
	const changed = await stage("Reading them again", () => findChanged(database, tables));
	const leftOut: string[] = [];
	const sum = await stage("Downloading the pictures", () =>
		sumLines(downloadPictures(pictures, folder, leftOut), pictureList(folder)),
	);
	const content = { schema, tables, pictures: sum, leftOut };
	const manifest = { format: 1 as const, taken, migration, changed, ...content };
	await writeManifest(folder, manifest);
	return manifest;
}
