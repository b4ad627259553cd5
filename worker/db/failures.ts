import { DrizzleQueryError } from "drizzle-orm/errors";

/** Ignores the message of Drizzle's wrapper: it contains the query's values, so a visitor's text could be mistaken for D1's message. */
function messageMatches(error: unknown, pattern: RegExp): boolean {
	if (!(error instanceof Error)) return false;
	const isMatch = !(error instanceof DrizzleQueryError) && pattern.test(error.message);
	return isMatch || messageMatches(error.cause, pattern);
}

/** Returns what may be logged of an error: D1's message and the statement, without its values. */
export const forLog = (error: unknown): unknown =>
	error instanceof DrizzleQueryError ? { query: error.query, cause: error.cause } : error;

/** A CHECK of the schema rejected the write, for example because the stock would fall below zero. */
export const isCheckFailure = (error: unknown): boolean =>
	messageMatches(error, /CHECK constraint failed/);

/** The user or session that a row belongs to was deleted during the request. */
export const isForeignKeyViolation = (error: unknown): boolean =>
	messageMatches(error, /FOREIGN KEY constraint failed/);

/** Transient errors of D1 and SQLite (D1 "Error list", "Retry queries"; https://sqlite.org/rescode.html). */
const transientErrors =
	/Network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|SQLITE_BUSY|SQLITE_LOCKED/;
/** Errors that a retry makes worse. */
const overloadErrors =
	/overloaded|requests queued|queued for too long|exceeded timeout|CPU time limit|emory limit/;

/**
 * SQLite's errors for a file that is full, damaged or missing, workerd's message that hides them, and missing tables. Retries fail until
 * the database is repaired.
 */
const brokenErrors =
	/SQLITE_(?:FULL|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)|Exceeded maximum DB size|disk I\/O error|internal error; reference = |no such table: /;

/** D1 was unreachable for a moment. The statements may have been applied. */
export const isTransient = (error: unknown): boolean =>
	messageMatches(error, transientErrors) && !messageMatches(error, overloadErrors);

/** D1 could not run the query. */
export const isUnavailable = (error: unknown): boolean =>
	[transientErrors, overloadErrors, brokenErrors].some((pattern) => messageMatches(error, pattern));
