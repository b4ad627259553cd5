import { fillPlaceholders } from "drizzle-orm";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

type Prepared<Row> = SQLitePreparedQuery<PreparedQueryConfig & { all: Row[] }>;
type Values = Record<string, string | number | null>;

/** A statement with its values, ready to be sent. */
type Bound<Row> = {
	statement: D1PreparedStatement;
	toRows: (result: D1Result | undefined) => Row[];
};

/**
 * A statement whose SQL Drizzle builds once per isolate: for the most frequent queries, building it takes longer than D1's
 * response. Values are bound as they are: a time is a number of ms.
 * @param write the statement, with `sql.placeholder(name)` where a value goes
 * @returns a function that binds the values
 */
export function prepareOnce<Row>(write: (db: Database) => { prepare(): Prepared<Row> }) {
	let prepared: Prepared<Row> | undefined;
	return (db: Database, values: Values = {}): Bound<Row> => {
		const written = prepared ?? write(db).prepare();
		prepared = written;
		const { sql, params } = written.getQuery();
		return {
			statement: db.$client.prepare(sql).bind(...fillPlaceholders(params, values)),
			toRows: (result) => {
				const rows = result && written.mapAllResult(result, true);
				return Array.isArray(rows) ? rows : [];
			},
		};
	};
}

/** @returns the rows of one statement */
export const send = async <Row>({ statement, toRows }: Bound<Row>): Promise<Row[]> =>
	toRows(await statement.all());

/** Sends two in one transaction and one round trip. @returns the rows of each */
export async function sendTogether<One, Two>(
	db: Database,
	one: Bound<One>,
	two: Bound<Two>,
): Promise<[One[], Two[]]> {
	const [first, second] = await db.$client.batch([one.statement, two.statement]);
	return [one.toRows(first), two.toRows(second)];
}

/** Sends statements that write and then one that reads, in one transaction. @returns the rows of the latter */
export async function writeAndRead<Row>(
	db: Database,
	writes: Bound<unknown>[],
	read: Bound<Row>,
): Promise<Row[]> {
	const statements = [...writes, read].map(({ statement }) => statement);
	return read.toRows((await db.$client.batch(statements)).at(-1));
}
