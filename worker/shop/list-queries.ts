import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listMax, tablePageSize } from "#contract/limits.ts";
import { type Cursor, encodeCursor } from "#contract/schemas/cursor.ts";

// Dashboard tables use page numbers; API lists and exports use a cursor (docs/decisions/paging.md).

/** A table with an index on these two columns. */
type Dated = { createdAt: SQLWrapper; id: SQLWrapper };

export const newestFirst = ({ createdAt, id }: Dated): SQL[] => [desc(createdAt), desc(id)];
export const oldestFirst = ({ createdAt, id }: Dated): SQL[] => [asc(createdAt), asc(id)];

export const olderThan = ({ createdAt, id }: Dated, cursor: Cursor): SQL =>
	sql`(${createdAt}, ${id}) < (${cursor.createdAt.getTime()}, ${cursor.id})`;

export const newerThan = ({ createdAt, id }: Dated, cursor: Cursor): SQL =>
	sql`(${createdAt}, ${id}) > (${cursor.createdAt.getTime()}, ${cursor.id})`;

type PageableQuery<Row> = { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } };

/** @param page - zero-based */
export async function readPage<Row>(query: PageableQuery<Row>, page: number, size = tablePageSize) {
	const rows = await query.limit(size + 1).offset(page * size);
	return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

/** Reads up to `listMax` rows. `next` is the cursor for the rows after them, or null if there are none. */
export async function readList<Row extends Cursor>(query: PageableQuery<Row>) {
	const { rows: list, hasMore } = await readPage(query, 0, listMax);
	const last = list.at(-1);
	return { list, next: last && hasMore ? encodeCursor(last) : null };
}

/** `page` is zero-based. An empty `search` matches all rows. */
export type TableView = { page: number; search: string };

const lastCharacter = "\u{10ffff}";

/** Unlike LIKE with a parameter, this uses the column's index. */
export const startsWith = (column: SQLWrapper, prefix: string): SQL =>
	sql`${column} >= ${prefix} and ${column} < ${prefix + lastCharacter}`;

/** Ignores the case of ASCII letters, as `noCase` does. */
export const contains = (column: SQLWrapper, text: string): SQL =>
	sql`instr(lower(${column}), lower(${text})) > 0`;

/** Keeps SQLite from using an index on the column (sqlite.org/optoverview.html, "Disqualifying WHERE clause terms using unary +"). */
export const withoutIndex = (column: SQLWrapper): SQL => sql`+${column}`;

/** Compares a column case-insensitively, as its index does. */
export const noCase = (column: SQLWrapper): SQL => sql`${column} collate nocase`;
