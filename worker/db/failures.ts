import { DrizzleQueryError } from "drizzle-orm/errors";

/** Drizzle wraps D1's error in one whose message contains the query's values: a visitor's text must not be mistaken for D1's message. */
function messageMatches(error: unknown, words: RegExp): boolean {
	if (!(error instanceof Error)) return false;
	const isOwnWords = !(error instanceof DrizzleQueryError) && words.test(error.message);
	return isOwnWords || messageMatches(error.cause, words);
}

/** @returns what the log may show of an error: D1's words and the statement, without the texts and hashes in it */
export const forLog = (error: unknown): unknown =>
	error instanceof DrizzleQueryError ? { query: error.query, cause: error.cause } : error;

/** @returns whether a CHECK of the schema refused the write, as it does where stock would fall below zero */
export const isCheckFailure = (error: unknown): boolean =>
	messageMatches(error, /CHECK constraint failed/);

/** @returns whether the user or session that a row belongs to has gone while the request was under way */
export const isForeignKeyViolation = (error: unknown): boolean =>
	messageMatches(error, /FOREIGN KEY constraint failed/);

/** Transient errors of D1 and SQLite (D1 "Error list", "Retry queries"; https://sqlite.org/rescode.html). */
const transientErrors =
	/Network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|SQLITE_BUSY|SQLITE_LOCKED/;
/** Errors that a retry makes worse. */
const overloadErrors =
	/overloaded|requests queued|queued for too long|exceeded timeout|CPU time limit|emory limit/;

/**
 * Errors of SQLite for a file that is full, damaged or missing, workerd's message that hides them, and a database without its
 * tables: a retry does not help until it is repaired.
 */
const brokenErrors =
	/SQLITE_(?:FULL|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)|Exceeded maximum DB size|disk I\/O error|internal error; reference = |no such table: /;

/** @returns whether D1 was out of reach for a moment: the statements may have been applied or not */
export const isTransient = (error: unknown): boolean =>
	messageMatches(error, transientErrors) && !messageMatches(error, overloadErrors);

/** @returns whether D1 could not be asked */
export const isUnavailable = (error: unknown): boolean =>
	[transientErrors, overloadErrors, brokenErrors].some((words) => messageMatches(error, words));
