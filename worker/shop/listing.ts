import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listMax, tableSize } from "#contract/limits.ts";
import { type Cursor, encodeCursor } from "#contract/schemas/cursor.ts";

type Placed = { createdAt: SQLWrapper; id: SQLWrapper };

/** The rows of a list that are older than a place: a range of the index on both columns. */
export const olderThan = (
	{ createdAt, id }: Placed,
	{ createdAt: moment, id: last }: Cursor,
): SQL => sql`(${createdAt}, ${id}) < (${moment.getTime()}, ${last})`;

/** @see olderThan */
export const youngerThan = (
	{ createdAt, id }: Placed,
	{ createdAt: moment, id: last }: Cursor,
): SQL => sql`(${createdAt}, ${id}) > (${moment.getTime()}, ${last})`;

/** That order, walked backwards. */
export const oldestFirst = ({ createdAt, id }: Placed): SQL[] => [asc(createdAt), asc(id)];

/** The order of most lists, which an index on both columns has. */
export const newestFirst = ({ createdAt, id }: Placed): SQL[] => [desc(createdAt), desc(id)];

type Limited<Row> = { limit(rows: number): PromiseLike<Row[]> };

/** @returns at most 500 rows of a query, and where it goes on, if it does: one row more is asked for to know that */
export async function listOf<Row extends Cursor>(
	query: Limited<Row>,
): Promise<{ list: Row[]; next: string | null }> {
	const rows = await query.limit(listMax + 1);
	const list = rows.slice(0, listMax);
	const last = list.at(-1);
	return { list, next: last && rows.length > listMax ? encodeCursor(last) : null };
}

/** What a table of the dashboard shows. */
export type Shown = {
	/** From 0. */
	page: number;
	/** How what is searched begins; empty for everything. */
	search: string;
};

/** One page of a table, and whether another follows. */
export type TablePage<Row> = { rows: Row[]; more: boolean };

type Windowed<Row> = { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } };

/** @returns one page of a query; one row more is asked for to know whether another follows */
export async function pageOf<Row>(query: Windowed<Row>, page: number): Promise<TablePage<Row>> {
	const rows = await query.limit(tableSize + 1).offset(page * tableSize);
	return { rows: rows.slice(0, tableSize), more: rows.length > tableSize };
}

/** Sorts behind every text that begins with what stands before it. */
const end = "\u{10ffff}";

/** That a column begins with a text: a range of its index, which LIKE with a parameter is not. */
export const startsWith = (column: SQLWrapper, text: string): SQL =>
	sql`${column} >= ${text} and ${column} < ${text + end}`;

/**
 * A column that only leaves rows out: written so that SQLite looks for no index on it, and takes the one that has the
 * order (sqlite.org/optoverview.html, "Disqualifying WHERE clause terms using unary +").
 */
export const unindexed = (column: SQLWrapper): SQL => sql`+${column}`;

/** A column without regard to upper and lower case, as its index has it. */
export const anyCase = (column: SQLWrapper): SQL => sql`${column} collate nocase`;
