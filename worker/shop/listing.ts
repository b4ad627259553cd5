import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listMax, tableSize } from "#contract/limits.ts";
import { type Place, writePlace } from "#contract/schemas/after.ts";

type Placed = { createdAt: SQLWrapper; id: SQLWrapper };

/** The rows of a list that are older than a place: a range of the index on both columns. */
export const olderThan = ({ createdAt, id }: Placed, { createdAt: moment, id: last }: Place): SQL =>
	sql`(${createdAt}, ${id}) < (${moment.getTime()}, ${last})`;

/** @see olderThan */
export const youngerThan = (
	{ createdAt, id }: Placed,
	{ createdAt: moment, id: last }: Place,
): SQL => sql`(${createdAt}, ${id}) > (${moment.getTime()}, ${last})`;

/** How many rows a list asks for: one more than it answers with. */
export const listLimit = listMax + 1;

/** @param rows as many as `listLimit` asked for @returns at most 500, and where it goes on, if it does */
export function toList<Row extends Place>(rows: Row[]): { list: Row[]; next: string | null } {
	const list = rows.slice(0, listMax);
	const last = list.at(-1);
	return { list, next: last && rows.length > listMax ? writePlace(last) : null };
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

/** The part of a table that a page shows; one row more tells whether another page follows. */
export const windowOf = (page: number) => ({ limit: tableSize + 1, offset: page * tableSize });

/** @param rows as many as `windowOf` asked for */
export const toPage = <Row>(rows: Row[]): TablePage<Row> => ({
	rows: rows.slice(0, tableSize),
	more: rows.length > tableSize,
});

/** Sorts behind every text that begins with what stands before it. */
const end = "\u{10ffff}";

/** That a column begins with a text: a range of its index, which LIKE with a parameter is not. */
export const startsWith = (column: SQLWrapper, text: string): SQL =>
	sql`${column} >= ${text} and ${column} < ${text + end}`;

/** A column without regard to upper and lower case, as its index has it. */
export const anyCase = (column: SQLWrapper): SQL => sql`${column} collate nocase`;
