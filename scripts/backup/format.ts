import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { UserError } from "../support/user-error.ts";
import { listPlainTableNames, schemaItemsSchema, unfinishedRestoreTable } from "./schema.ts";

const checksumSchema = v.object({
	rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
	sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type Checksum = v.InferOutput<typeof checksumSchema>;

/** The name of a table or column, which becomes part of statements and file names. */
const nameSchema = v.pipe(v.string(), v.regex(/^\w+$/));
const tableSchema = v.object({
	...checksumSchema.entries,
	name: nameSchema,
	columns: v.array(nameSchema),
});

const entriesSchema = v.object({
	format: v.literal(1),
	/** Start of the export, ISO 8601. */
	taken: v.pipe(v.string(), v.isoTimestamp()),
	migration: v.string(),
	/** Tables that changed during the export. If there are none, all tables are from the same moment. */
	changed: v.array(v.string()),
	schema: schemaItemsSchema,
	tables: v.array(tableSchema),
	pictures: checksumSchema,
	/** Keys of the objects that were not exported, because they are damaged or not pictures of the shop. */
	skippedKeys: v.optional(v.array(v.string()), []),
});

function isConsistent({ schema, tables }: v.InferOutput<typeof entriesSchema>): boolean {
	const createdNames = listPlainTableNames(schema).sort();
	const filledNames = tables.map((table) => table.name).sort();
	return (
		createdNames.join() === filledNames.join() && !createdNames.includes(unfinishedRestoreTable)
	);
}

const manifestSchema = v.pipe(entriesSchema, v.check(isConsistent));

/** Describes an export. The manifest is written last, so an export without one is unfinished. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const getTablePath = (folder: string, table: string): string =>
	join(folder, "tables", `${table}.ndjson`);
export const getPictureListPath = (folder: string): string => join(folder, "pictures.ndjson");
export const getPicturePath = (folder: string, key: string): string =>
	join(folder, "pictures", key);
const getManifestPath = (folder: string) => join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
	writeFile(getManifestPath(folder), `${JSON.stringify(manifest, null, "\t")}\n`, { mode: 0o600 });

export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(getManifestPath(folder), "utf8").catch(() => null);
	if (text === null)
		throw new UserError(`${folder} has no finished export: manifest.json is missing.`);
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
	if (parsed.success) return parsed.output;
	throw new UserError(`${getManifestPath(folder)} is not the manifest of an export.`);
}

/**
 * Counts and hashes lines.
 * @param options.writeTo - a new file to write the lines to, readable only by its owner
 */
export async function hashLines(
	lines: AsyncIterable<string>,
	{ writeTo }: { writeTo?: string } = {},
): Promise<Checksum> {
	const hash = createHash("sha256");
	let rows = 0;
	async function* hashEachLine() {
		for await (const line of lines) {
			const text = `${line}\n`;
			hash.update(text);
			rows += 1;
			yield text;
		}
	}
	const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });
	await pipeline(
		hashEachLine,
		writeTo === undefined ? discard() : createWriteStream(writeTo, { flags: "wx", mode: 0o600 }),
	);
	return { rows, sha256: hash.digest("hex") };
}

/** Reads the lines of a file. Node's `readline` also breaks at U+2028 and U+2029, which JSON may contain. */
export async function* readLines(file: string): AsyncGenerator<string> {
	let rest = "";
	for await (const text of createReadStream(file, "utf8")) {
		const lines = `${rest}${text}`.split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}
