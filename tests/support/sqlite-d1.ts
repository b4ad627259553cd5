import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { isTransient } from "#worker/db/failures.ts";
import { toValue } from "./d1-proxy/remote-d1.ts";
import { inSavepoint } from "./sqlite-transactions.ts";

const createMeta = (changes: number): D1Meta & Record<string, unknown> => ({
	duration: 0,
	size_after: 0,
	rows_read: 0,
	rows_written: 0,
	last_row_id: 0,
	changed_db: changes > 0,
	changes,
});

type Prepared = { statement: StatementSync; hasColumns: boolean };

/** Caches prepared statements: preparing one takes longer than running it. */
const statementCaches = new WeakMap<DatabaseSync, Map<string, Prepared>>();

function prepare(database: DatabaseSync, sql: string): Prepared {
	const cache = statementCaches.get(database) ?? new Map<string, Prepared>();
	statementCaches.set(database, cache);
	const cached = cache.get(sql);
	if (cached) return cached;
	const statement = database.prepare(sql);
	const prepared = { statement, hasColumns: statement.columns().length > 0 };
	cache.set(sql, prepared);
	return prepared;
}

/** D1's limits (D1, "Limits"). D1 limits the bytes of a string, which has at least as many bytes as characters. */
const maxParameters = 100;
const maxTextLength = 2_000_000;
const maxResultLength = 50_000_000;

function sumTextLengths(rows: object[]): number {
	let sum = 0;
	for (const row of rows) {
		for (const value of Object.values(row)) if (typeof value === "string") sum += value.length;
	}
	return sum;
}

/** Fixtures may exceed the limit on parameters, because they insert many rows in one statement. */
const isInsertOfRows = /^insert into "\w+" \([^)]*\) values/;

/** @param asArrays - whether a row is an array of values, as for `raw`, or an object */
function runStatement(
	database: DatabaseSync,
	sql: string,
	values: SQLInputValue[],
	asArrays: boolean,
): { rows: Record<string, SQLOutputValue>[]; changes: number } {
	try {
		if (values.length > maxParameters && !isInsertOfRows.test(sql))
			throw new Error("too many SQL variables");
		if (values.some((value) => typeof value === "string" && value.length > maxTextLength))
			throw new Error("string or blob too big");
		const { statement, hasColumns } = prepare(database, sql);
		if (!hasColumns) return { rows: [], changes: Number(statement.run(...values).changes) };
		statement.setReturnArrays(asArrays);
		const rows = statement.all(...values);
		if (sumTextLengths(rows) > maxResultLength) throw new Error("query result too big");
		return { rows, changes: 0 };
	} catch (error) {
		throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : error}`);
	}
}

/** Called after the statements have run, before their result is returned. */
type AfterRun = () => void;

/** Called before each round trip, with the statements that are about to run. */
export type QueryHook = (
	statements: string[],
) => Promise<AfterRun | undefined> | Promise<void> | AfterRun | void;

/** Runs a single statement. D1 retries a read up to twice after a transient error (D1, "Retry queries"). */
async function queryWithRetries<Result>(
	beforeQuery: QueryHook,
	query: string,
	run: () => Result,
): Promise<Result> {
	for (let retries = /^\s*select\b/i.test(query) ? 2 : 0; ; retries -= 1) {
		try {
			return await roundTrip(beforeQuery, [query], run);
		} catch (error) {
			if (retries === 0 || !isTransient(error)) throw error;
		}
	}
}

/** Runs one round trip without retries, because D1 does not document retries of a batch. */
async function roundTrip<Result>(
	beforeQuery: QueryHook,
	queries: string[],
	run: () => Result,
): Promise<Result> {
	const afterRun = await beforeQuery(queries);
	const result = run();
	afterRun?.();
	return result;
}

class Statement {
	readonly database: DatabaseSync;
	readonly sql: string;
	readonly beforeQuery: QueryHook;
	readonly values: SQLInputValue[];

	constructor(
		database: DatabaseSync,
		sql: string,
		beforeQuery: QueryHook,
		values: SQLInputValue[] = [],
	) {
		this.database = database;
		this.sql = sql;
		this.beforeQuery = beforeQuery;
		this.values = values;
	}

	bind(...values: unknown[]) {
		return new Statement(this.database, this.sql, this.beforeQuery, values.map(toValue));
	}

	runNow() {
		const { rows, changes } = runStatement(this.database, this.sql, this.values, false);
		return { success: true as const, meta: createMeta(changes), results: rows };
	}

	all() {
		return queryWithRetries(this.beforeQuery, this.sql, () => this.runNow());
	}

	run() {
		return this.all();
	}

	raw() {
		const { database, sql, values } = this;
		return queryWithRetries(
			this.beforeQuery,
			sql,
			() => runStatement(database, sql, values, true).rows,
		);
	}

	async first(column?: string) {
		const row = (await this.all()).results[0] ?? null;
		return column === undefined ? row : (row?.[column] ?? null);
	}
}

/**
 * Creates a D1 database on Node's SQLite. Statements run one after the other, and a batch is one transaction. It is fast
 * enough for thousands of random sequences. Tests over HTTP run on workerd's D1 instead.
 */
export function createSqliteD1(sqlite: DatabaseSync, beforeQuery: QueryHook = () => undefined) {
	const d1 = {
		prepare: (sql: string) => new Statement(sqlite, sql, beforeQuery),
		batch(statements: Statement[]) {
			const queries = statements.map(({ sql }) => sql);
			return roundTrip(beforeQuery, queries, () =>
				inSavepoint(sqlite, () => statements.map((statement) => statement.runNow())),
			);
		},
		getBookmark: () => null,
	};
	// D1's types are classes with overloads. This object has all methods that Drizzle calls.
	return d1 as unknown as D1Database & D1DatabaseSession;
}
