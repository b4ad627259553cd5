import { fillPlaceholders } from "drizzle-orm";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

type Prepared<Row> = SQLitePreparedQuery<PreparedQueryConfig & { all: Row[] }>;
type Values = Record<string, unknown>;

/** A read with its values, which `readOne` or `readTogether` sends. */
export type Read<Row> = {
	statement: D1PreparedStatement;
	toRows: (result: D1Result | undefined) => Row[];
};

/**
 * A query that Drizzle writes as SQL once in an isolate: for the ones that most requests ask, writing takes longer than
 * asking.
 * @param write the query, with `sql.placeholder(name)` where a value goes
 * @returns gives the query its values
 */
export function prepareOnce<Row>(write: (db: Database) => { prepare(): Prepared<Row> }) {
	let prepared: Prepared<Row> | undefined;
	return (db: Database, values: Values = {}): Read<Row> => {
		prepared ??= write(db).prepare();
		const { sql, params } = prepared.getQuery();
		const map = prepared;
		return {
			statement: db.$client.prepare(sql).bind(...fillPlaceholders(params, values)),
			toRows: (result) => {
				const rows = result && map.mapAllResult(result, true);
				return Array.isArray(rows) ? rows : [];
			},
		};
	};
}

/** Sends one read. */
export const readOne = async <Row>({ statement, toRows }: Read<Row>): Promise<Row[]> =>
	toRows(await statement.all());

/** Sends three in one round trip. */
export async function readTogether<One, Two, Three>(
	db: Database,
	one: Read<One>,
	two: Read<Two>,
	three: Read<Three>,
): Promise<[One[], Two[], Three[]]> {
	const statements = [one.statement, two.statement, three.statement];
	const [first, second, third] = await db.$client.batch(statements);
	return [one.toRows(first), two.toRows(second), three.toRows(third)];
}
