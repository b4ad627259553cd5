import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { beginTransaction, inSavepoint } from "./sqlite-transactions.ts";

/** node:sqlite binds numbered parameters (`?1`) by name. */
function bind(
	sql: string,
	values: SQLInputValue[],
): SQLInputValue[] | [Record<string, SQLInputValue>] {
	if (!/\?\d/.test(sql)) return values;
	return [Object.fromEntries(values.map((value, index) => [`?${index + 1}`, value]))];
}

/** Creates a mock of a Durable Object's SQLite storage, in memory, with the methods that the sandbox uses. */
export function createSqliteStorage() {
	const sqlite = new DatabaseSync(":memory:");
	const statements = new Map<string, StatementSync>();
	const execute = (sql: string, values: SQLInputValue[]) => {
		const isScript = values.length === 0 && sql.includes(";");
		if (isScript) {
			sqlite.exec(sql);
			return [];
		}
		const statement = statements.get(sql) ?? sqlite.prepare(sql);
		statements.set(sql, statement);
		const [first, ...rest] = bind(sql, values);
		if (first === undefined) return statement.all();
		return typeof first === "object" && first !== null && !ArrayBuffer.isView(first)
			? statement.all(first)
			: statement.all(first, ...(rest as SQLInputValue[]));
	};
	const storage = {
		exec(sql: string, ...values: SQLInputValue[]) {
			const rows = execute(sql, values);
			return { toArray: () => rows, one: () => rows[0] };
		},
	};
	return {
		// Cloudflare's class has more methods than the sandbox uses.
		sql: storage as unknown as SqlStorage,
		atomically: <Result>(work: () => Result): Result => inSavepoint(sqlite, work),
		beginTransaction: () => beginTransaction(sqlite),
	};
}
