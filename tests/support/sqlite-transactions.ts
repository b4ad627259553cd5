import type { DatabaseSync } from "node:sqlite";

/**
 * Begins a transaction, which may be nested. Returns a function that rolls it back and begins the next one. Prepared statements stay
 * valid, which saves time because preparing one takes longer than running it. The caller's own transactions must be savepoints.
 */
export function beginTransaction(sqlite: DatabaseSync): () => void {
	sqlite.exec("SAVEPOINT start");
	return () => sqlite.exec("ROLLBACK TO start");
}

/** Runs work in a transaction, which may be nested. If the work throws, the transaction is rolled back. */
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
