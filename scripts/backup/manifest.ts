import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { Refusal } from "../support/refusal.ts";
import { schemaSchema } from "./schema.ts";

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sumSchema = v.object({ rows: count, sha256 });

const manifestSchema = v.object({
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
	tables: v.array(
		v.object({ ...sumSchema.entries, name: v.string(), columns: v.array(v.string()) }),
	),
	/** Of the list of pictures. */
	pictures: sumSchema,
});

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
