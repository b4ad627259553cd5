import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { Refusal } from "../support/refusal.ts";
import { plainTablesOf, schemaSchema, unfinishedMark } from "./schema.ts";

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sumSchema = v.object({ rows: count, sha256 });

/** Of a table or column: it is written into statements, and the name of a file. */
const name = v.pipe(v.string(), v.regex(/^\w+$/));
const tableSchema = v.object({ ...sumSchema.entries, name, columns: v.array(name) });

const entries = v.object({
	/** Of this format. */
	format: v.literal(1),
	/** When it was begun, ISO 8601. */
	taken: v.pipe(v.string(), v.isoTimestamp()),
	/** The last migration that the database had. */
	migration: v.string(),
	/** Tables that were written to while they were read: not all tables are of one moment, unless there are none. */
	changed: v.array(v.string()),
	schema: schemaSchema,
	/** In the order in which they can be filled. */
	tables: v.array(tableSchema),
	/** Of the list of pictures. */
	pictures: sumSchema,
	/** Keys of what lay in the bucket and is no picture of the shop, or a damaged one. */
	leftOut: v.optional(v.array(v.string()), []),
});

/** @returns whether it fills the very tables that its statements make */
function fitsTogether({ schema, tables }: v.InferOutput<typeof entries>): boolean {
	const made = plainTablesOf(schema).sort();
	const filled = tables.map((table) => table.name).sort();
	return made.join() === filled.join() && !made.includes(unfinishedMark);
}

const manifestSchema = v.pipe(entries, v.check(fitsTogether));

/** What an export holds; written last, so that an export without it was never finished. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

const pathIn = (folder: string) => join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
	writeFile(pathIn(folder), `${JSON.stringify(manifest, null, "\t")}\n`, { mode: 0o600 });

/** @throws Refusal when the folder holds no finished export */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(pathIn(folder), "utf8").catch(() => null);
	if (text === null) throw new Refusal(`${folder} holds no finished export: no manifest.json.`);
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
	if (!parsed.success) throw new Refusal(`${pathIn(folder)} is not the manifest of an export.`);
	return parsed.output;
}

/** Where an export keeps what. */
export const fileOf = (folder: string, table: string): string =>
	join(folder, "tables", `${table}.ndjson`);
export const pictureList = (folder: string): string => join(folder, "pictures.ndjson");
export const pictureFile = (folder: string, key: string): string => join(folder, "pictures", key);
