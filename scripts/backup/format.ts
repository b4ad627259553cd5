import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { Refusal } from "../support/refusal.ts";
import { ownTables, schemaSchema, unfinishedMark } from "./schema.ts";

/** A row or picture as a line of JSON. */
export type Line = string;

const sumSchema = v.object({
	rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
	sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
/** Of a file of lines: their number, and the SHA-256 of the whole in hex. */
export type Sum = v.InferOutput<typeof sumSchema>;

/** Of a table or column. It becomes part of statements and file names. */
const name = v.pipe(v.string(), v.regex(/^\w+$/));
const tableSchema = v.object({ ...sumSchema.entries, name, columns: v.array(name) });

const entries = v.object({
	/** Of this format. */
	format: v.literal(1),
	/** When the export began, ISO 8601. */
	taken: v.pipe(v.string(), v.isoTimestamp()),
	/** The last migration of the database. */
	migration: v.string(),
	/** Tables that changed while they were read. When there are none, all tables are of one moment. */
	changed: v.array(v.string()),
	schema: schemaSchema,
	/** In the order in which they can be filled. */
	tables: v.array(tableSchema),
	/** Of the list of pictures. */
	pictures: sumSchema,
	/** Keys of objects in the bucket that are damaged or not pictures of the shop. */
	leftOut: v.optional(v.array(v.string()), []),
});

/** @returns whether it fills exactly the tables that its statements create */
function isConsistent({ schema, tables }: v.InferOutput<typeof entries>): boolean {
	const created = ownTables(schema).sort();
	const filled = tables.map((table) => table.name).sort();
	return created.join() === filled.join() && !created.includes(unfinishedMark);
}

const manifestSchema = v.pipe(entries, v.check(isConsistent));

/** What an export holds. Written last: an export without it is unfinished. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const tableFile = (folder: string, table: string): string =>
	join(folder, "tables", `${table}.ndjson`);
export const pictureList = (folder: string): string => join(folder, "pictures.ndjson");
export const pictureFile = (folder: string, key: string): string => join(folder, "pictures", key);
const manifestFile = (folder: string) => join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
	writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, "\t")}\n`, { mode: 0o600 });

/** @throws Refusal when the folder holds no finished export */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(manifestFile(folder), "utf8").catch(() => null);
	if (text === null) throw new Refusal(`${folder} holds no finished export: no manifest.json.`);
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
	if (parsed.success) return parsed.output;
	throw new Refusal(`${manifestFile(folder)} is not the manifest of an export.`);
}

/** @returns the sum of the file that these lines make. @param write gets its text */
export async function sumLines(
	lines: AsyncIterable<Line>,
	write?: (text: string) => Promise<unknown>,
): Promise<Sum> {
	const hash = createHash("sha256");
	let rows = 0;
	for await (const line of lines) {
		const text = `${line}\n`;
		hash.update(text);
		rows += 1;
		await write?.(text);
	}
	return { rows, sha256: hash.digest("hex") };
}

/** Writes a new file that only its owner can read. @throws when it exists */
export async function writeLines(file: string, lines: AsyncIterable<Line>): Promise<Sum> {
	const handle = await open(file, "wx", 0o600);
	let buffer = "";
	const flush = async () => {
		await handle.appendFile(buffer);
		buffer = "";
	};
	try {
		const sum = await sumLines(lines, async (text) => {
			buffer += text;
			if (buffer.length > 65_536) await flush();
		});
		await flush();
		return sum;
	} finally {
		await handle.close();
	}
}

/** Reads a file of lines. Node's `readline` also breaks at U+2028 and U+2029, which JSON may contain. */
export async function* readLines(file: string): AsyncGenerator<Line> {
	let rest = "";
	for await (const text of createReadStream(file, "utf8")) {
		const lines = `${rest}${text}`.split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}
