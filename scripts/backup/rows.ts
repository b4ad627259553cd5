import * as v from "valibot";
import { retry } from "#worker/db/retry.ts";
import { dropClosedConnections } from "../runtime/runtime.ts";
import type { Table } from "./schema.ts";

/** Values that JSON represents exactly as SQLite stores them: no BLOBs, and no integers that a double cannot hold. */
const valueSchema = v.union([
	v.null(),
	v.string(),
	v.pipe(
		v.number(),
		v.check((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
	),
]);
const pageSchema = v.array(v.tupleWithRest([v.number()], valueSchema));
const rowSchema = v.record(v.string(), valueSchema);

/** D1 returns at most 50 MB per query, and each part of an imported file has up to 1.8 MB. */
const getRowsPerPage = (table: string): number => (table === "import_parts" ? 5 : 1000);
/** In UTF-16 code units, each of which takes up to 3 bytes in UTF-8. D1 accepts strings of up to 2 MB. */
const maxChunkLength = 600_000;
const rowsPerChunk = 2000;

const quote = (name: string) => `"${name}"`;

/** Reads the last rowid of each table at the same moment, keyed by table name. The export omits later rows. */
export async function readLastRowids(
	database: D1Database,
	tables: Table[],
): Promise<Map<string, number>> {
	const statements = tables.map(({ name }) =>
		database.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${quote(name)}`),
	);
	const results = await database.batch<{ last: number }>(statements);
	return new Map(
		tables.map(({ name }, index) => [name, results[index]?.results[0]?.last ?? 0] as const),
	);
}

/**
 * Reads the rows in rowid order, one page at a time.
 * @param lastRowid - the highest rowid to read
 */
export async function* readRows(
	database: D1Database,
	{ name, columns }: Table,
	lastRowid = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<string> {
	const rowsPerPage = getRowsPerPage(name);
	const statement = database.prepare(
		`SELECT rowid, ${columns.map(quote).join(", ")} FROM ${quote(name)} WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${rowsPerPage}`,
	);
	let after = -1;
	for (;;) {
		await dropClosedConnections();
		const page = await retry(() => statement.bind(after, lastRowid).raw());
		for (const [rowid, ...values] of v.parse(pageSchema, page)) {
			after = rowid;
			yield JSON.stringify(
				Object.fromEntries(columns.map((column, index) => [column, values[index]])),
			);
		}
		if (page.length < rowsPerPage) return;
	}
}

export async function* checkRows(
	lines: AsyncIterable<string>,
	{ columns }: Table,
): AsyncGenerator<string> {
	for await (const line of lines) {
		const row = v.parse(rowSchema, JSON.parse(line));
		if (Object.keys(row).join() !== columns.join())
			throw new Error("The row's columns differ from the table's.");
		yield line;
	}
}

export async function writeRows(
	database: D1Database,
	{ name, columns }: Table,
	lines: AsyncIterable<string>,
): Promise<void> {
	const values = columns.map((column) => `value ->> '$.${quote(column)}'`);
	const statement = database.prepare(
		`INSERT INTO ${quote(name)} (${columns.map(quote).join(", ")}) SELECT ${values.join(", ")} FROM json_each(?)`,
	);
	let chunk: string[] = [];
	let length = 0;
	const flush = async () => {
		await dropClosedConnections();
		if (chunk.length > 0) await statement.bind(`[${chunk.join(",")}]`).run();
		[chunk, length] = [[], 0];
	};
	for await (const line of lines) {
		if (chunk.length === rowsPerChunk || length + line.length > maxChunkLength) await flush();
		chunk.push(line);
		length += line.length + 1;
	}
	await flush();
}
