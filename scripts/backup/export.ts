import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { runStep } from "../support/run-step.ts";
import { getCode, UserError } from "../support/user-error.ts";
import type { Bindings } from "./bindings.ts";
import {
	getPictureListPath,
	getTablePath,
	hashLines,
	type Manifest,
	writeManifest,
} from "./format.ts";
import { downloadPictures } from "./pictures.ts";
import { readLastRowids, readRows } from "./rows.ts";
import {
	readSchema,
	readTables,
	type SchemaItem,
	type Table,
	unfinishedRestoreTable,
} from "./schema.ts";

async function createFolders(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		if ((await readdir(folder)).length > 0) throw new UserError(`${folder} is not empty.`);
	} catch (error) {
		if (getCode(error) === "") throw error;
		throw new UserError(`${folder} cannot be created (${getCode(error)}).`);
	}
	await mkdir(join(folder, "tables"));
	await mkdir(join(folder, "pictures"));
}

async function readLastMigration(database: D1Database, schema: SchemaItem[]): Promise<string> {
	if (schema.some(({ name }) => name === unfinishedRestoreTable)) {
		throw new UserError("The database is partly restored: run npm run restore again to finish it.");
	}
	if (!schema.some(({ name }) => name === "d1_migrations")) {
		throw new UserError("This is not the database of a shop: it has no applied migrations.");
	}
	const last = database.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1");
	return (await last.first<string>("name")) ?? "";
}

async function writeTables(database: D1Database, tables: Table[], folder: string) {
	const lastRowids = await readLastRowids(database, tables);
	const writtenTables: Manifest["tables"] = [];
	for (const table of tables) {
		const rows = readRows(database, table, lastRowids.get(table.name));
		writtenTables.push({
			...table,
			...(await hashLines(rows, { writeTo: getTablePath(folder, table.name) })),
		});
	}
	return writtenTables;
}

/** Finds tables that changed during the export, which can happen because D1 cannot read several pages of rows in one transaction. */
async function findChangedTables(database: D1Database, tables: Manifest["tables"]) {
	const changed: string[] = [];
	for (const table of tables) {
		const { sha256 } = await hashLines(readRows(database, table));
		if (sha256 !== table.sha256) changed.push(table.name);
	}
	return changed;
}

/**
 * Exports a shop to a folder (docs/backup.md).
 * @throws UserError if the folder is not empty, or the database is not a shop database or is only partly restored
 */
export async function exportShop(
	{ database, pictures }: Bindings,
	folder: string,
): Promise<Manifest> {
	const startedAt = new Date().toISOString();
	const schema = await readSchema(database);
	const migration = await readLastMigration(database, schema);
	await createFolders(folder);
	const shopTables = await readTables(database, schema);
	const tables = await runStep("Reading the tables", () =>
		writeTables(database, shopTables, folder),
	);
	const changed = await runStep("Reading the tables again", () =>
		findChangedTables(database, tables),
	);
	const skippedKeys: string[] = [];
	const pictureChecksum = await runStep("Downloading the pictures", () =>
		hashLines(downloadPictures(pictures, folder, skippedKeys), {
			writeTo: getPictureListPath(folder),
		}),
	);
	const content = { schema, tables, pictures: pictureChecksum, skippedKeys };
	const manifest = { format: 1 as const, taken: startedAt, migration, changed, ...content };
	await writeManifest(folder, manifest);
	return manifest;
}
