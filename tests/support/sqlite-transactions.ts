import type { DatabaseSync } from "node:sqlite";

/**
 * Returns a function that undoes everything written since its last call. It keeps the database's prepared statements, because preparing takes
 * longer than running. Transactions of the database must be savepoints.
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
