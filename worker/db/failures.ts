import { DrizzleQueryError } from "drizzle-orm/errors";

/** Drizzle wraps what D1 throws in an error that repeats the visitor's own texts: those must not be taken for D1's. */
function says(error: unknown, words: RegExp): boolean {
	if (!(error instanceof Error)) return false;
	const isOwnWords = !(error instanceof DrizzleQueryError) && words.test(error.message);
	return isOwnWords || says(error.cause, words);
}

/** @returns what the log may show of an error: D1's words and the statement, without the texts and hashes in it */
export const forLog = (error: unknown): unknown =>
	error instanceof DrizzleQueryError ? { query: error.query, cause: error.cause } : error;

/** @returns whether a CHECK of the schema refused the write, as it does where stock would fall below zero */
export const isCheckFailure = (error: unknown): boolean => says(error, /CHECK constraint failed/);

/** @returns whether the user or session that a row belongs to has gone while the request was under way */
export const isOwnerGone = (error: unknown): boolean =>
	says(error, /FOREIGN KEY constraint failed/);

/** D1's and SQLite's words for what is over in a moment (D1 "Error list", "Retry queries"; https://sqlite.org/rescode.html). */
const passing =
	/Network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|SQLITE_BUSY|SQLITE_LOCKED/;
/** D1's words for what asking again makes worse. */
const worsening =
	/overloaded|requests queued|queued for too long|exceeded timeout|CPU time limit|emory limit/;

/**
 * SQLite's words for a file that is full, broken or gone, workerd's where it hides those, and those of a database without its
 * tables: asking again changes nothing until somebody has repaired it.
 */
const broken =
	/SQLITE_(?:FULL|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)|Exceeded maximum DB size|disk I\/O error|internal error; reference = |no such table: /;

/** @returns whether D1 was out of reach for a moment: the statements may or may not have been carried out */
export const isTransient = (error: unknown): boolean =>
	says(error, passing) && !says(error, worsening);

/** @returns whether D1 could not be asked */
export const isUnavailable = (error: unknown): boolean =>
	[passing, worsening, broken].some((words) => says(error, words));
