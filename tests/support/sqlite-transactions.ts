import type { DatabaseSync } from "node:sqlite";

/**
 * From now on, each call of the returned function undoes what was written since the last one. It keeps the prepared statements of the
 * database, which take longer to prepare than to run. Transactions of the database must be savepoints.
 */
export function startUndo(sqlite: DatabaseSync): () => void {
	sqlite.exec("BEGIN");
	return () => sqlite.exec("ROLLBACK; BEGIN");
}

/** Runs work in a transaction, which may be inside another. It is rolled back if the work throws. */
export function inSavepoint<Result>(sqlite: DatabaseSync, work: () => Result): Result {
	sqlite.exec("SAVEPOINT work");
	try {
		const result = work();
		sqlite.exec("RELEASE work");
		return result;
	} catch (error) {
		// An error such as a full disk has rolled back everything already.
		if (sqlite.isTransaction) sqlite.exec("ROLLBACK TO work; RELEASE work");
		throw error;
	}
}
