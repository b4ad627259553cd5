import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listMax, tableSize } from "#contract/limits.ts";
import { type Cursor, encodeCursor } from "#contract/schemas/cursor.ts";

/*
 * How lists are read. A table of the dashboard is paged by number, so that its pages have addresses; what is read to the end,
 * such as a list of the API or an export, continues after a cursor, so that no row is read twice (docs/decisions/paging.md).
 */

/** A table with an index on both columns. */
type Timed = { createdAt: SQLWrapper; id: SQLWrapper };

export const newestFirst = ({ createdAt, id }: Timed): SQL[] => [desc(createdAt), desc(id)];
export const oldestFirst = ({ createdAt, id }: Timed): SQL[] => [asc(createdAt), asc(id)];

/** The rows of a list that are older than a cursor: a range of the index. */
export const olderThan = ({ createdAt, id }: Timed, cursor: Cursor): SQL =>
	sql`(${createdAt}, ${id}) < (${cursor.createdAt.getTime()}, ${cursor.id})`;

export const newerThan = ({ createdAt, id }: Timed, cursor: Cursor): SQL =>
	sql`(${createdAt}, ${id}) > (${cursor.createdAt.getTime()}, ${cursor.id})`;

export type TablePage<Row> = { rows: Row[]; more: boolean };

type Windowed<Row> = { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } };

/** @param page from 0 */
export async function pageOf<Row>(
	query: Windowed<Row>,
	page: number,
	size = tableSize,
): Promise<TablePage<Row>> {
	const rows = await query.limit(size + 1).offset(page * size);
	return { rows: rows.slice(0, size), more: rows.length > size };
}

/** At most 500 rows of a query, and the cursor after which it continues, if there are more. */
export async function listOf<Row extends Cursor>(
	query: Windowed<Row>,
): Promise<{ list: Row[]; next: string | null }> {
	const { rows: list, more } = await pageOf(query, 0, listMax);
	const last = list.at(-1);
	return { list, next: last && more ? encodeCursor(last) : null };
}

/** What a table of the dashboard shows: `page` from 0; `search`, how what is searched begins, empty for everything. */
export type TableView = { page: number; search: string };

/** Sorts behind every text that begins with what stands before it. */
const end = "\u{10ffff}";

/** That a column begins with a text: a range of its index, which LIKE with a parameter is not. */
export const startsWith = (column: SQLWrapper, text: string): SQL =>
	sql`${column} >= ${text} and ${column} < ${text + end}`;

/**
 * A column that only leaves rows out: written so that SQLite looks for no index on it, and takes the one that has the
 * order (sqlite.org/optoverview.html, "Disqualifying WHERE clause terms using unary +").
 */
export const withoutIndex = (column: SQLWrapper): SQL => sql`+${column}`;

/** A column without regard to upper and lower case, as its index has it. */
export const noCase = (column: SQLWrapper): SQL => sql`${column} collate nocase`;
