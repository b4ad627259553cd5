import * as v from "valibot";
import { retry } from "#worker/db/retry.ts";
import type { Table } from "./schema.ts";

/** A row as a line of JSON: column → value. */
export type Line = string;

/** What JSON gives back as SQLite gave it: no bytes, and no number that a double cannot hold. */
const valueSchema = v.union([
	v.null(),
	v.string(),
	v.pipe(
		v.number(),
		v.check((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
	),
]);
const pageSchema = v.array(v.tupleWithRest([v.number()], valueSchema));

const pageRows = 1000;
/** D1 binds texts of up to 2 MB; in UTF-16 units, of which each is at most 3 bytes. */
const chunkLength = 600_000;
const chunkRows = 2000;

const quote = (name: string) => `"${name}"`;

/** Name of a table → its last rowid. */
export type Ends = Map<string, number>;

/** @returns the last rowid of each table, all of one moment: what comes later is not part of the export */
export async function readEnds(database: D1Database, tables: Table[]): Promise<Ends> {
	const statements = tables.map(({ name }) =>
		database.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${quote(name)}`),
	);
	const answers = await database.batch<{ last: number }>(statements);
	return new Map(
		answers.map(({ results: [row] }, index) => [tables[index]?.name ?? "", row?.last ?? 0]),
	);
}

/**
 * Reads a table in the order of its rowids, a page at a time.
 * @param last rowid that is read last; to the end unless given
 */
export async function* readLines(
	database: D1Database,
	{ name, columns }: Table,
	last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Line> {
	const statement = database.prepare(
		`SELECT rowid, ${columns.map(quote).join(", ")} FROM ${quote(name)} WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${pageRows}`,
	);
	let after = -1;
	for (;;) {
		const page = await retry(() => statement.bind(after, last).raw());
		for (const [rowid, ...values] of v.parse(pageSchema, page)) {
			after = rowid;
			yield JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
		}
		if (page.length < pageRows) return;
	}
}

const rowSchema = v.record(v.string(), valueSchema);

/** Hands on lines that are rows of a table. @throws at the first that is none */
export async function* checkLines(
	lines: AsyncIterable<Line>,
	{ columns }: Table,
): AsyncGenerator<Line> {
	for await (const line of lines) {
		const row = v.parse(rowSchema, JSON.parse(line));
		if (Object.keys(row).join() !== columns.join()) throw new Error("The row has other columns.");
		yield line;
	}
}

/** Gathers lines to what one statement takes. */
async function* chunk(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
	let [gathered, length]: [Line[], number] = [[], 0];
	for await (const line of lines) {
		if (gathered.length === chunkRows || length + line.length > chunkLength) {
			if (gathered.length > 0) yield gathered;
			[gathered, length] = [[], 0];
		}
		gathered.push(line);
		length += line.length + 1;
	}
	if (gathered.length > 0) yield gathered;
}

/** Writes lines into a table in their order, hundreds of rows a statement. */
export async function writeLines(
	database: D1Database,
	{ name, columns }: Table,
	lines: AsyncIterable<Line>,
): Promise<void> {
	const values = columns.map((column) => `value ->> '$.${quote(column)}'`);
	const statement = database.prepare(
		`INSERT INTO ${quote(name)} (${columns.map(quote).join(", ")}) SELECT ${values.join(", ")} FROM json_each(?)`,
	);
	for await (const rows of chunk(lines)) await statement.bind(`[${rows.join(",")}]`).run();
}

/** @returns how many rows a table has */
export async function countRows(database: D1Database, { name }: Table): Promise<number> {
	const statement = database.prepare(`SELECT count(*) AS rows FROM ${quote(name)}`);
	const answer = await statement.first<{ rows: number }>();
	return answer?.rows ?? 0;
}
