import { DrizzleQueryError } from "drizzle-orm/errors";

/** Ignores the message of Drizzle's wrapper error, because the visitors' input in it could match. */
function messageMatches(error: unknown, pattern: RegExp): boolean {
	if (!(error instanceof Error)) return false;
	const isMatch = !(error instanceof DrizzleQueryError) && pattern.test(error.message);
	return isMatch || messageMatches(error.cause, pattern);
}

/** Removes a statement's values from an error. */
export const redactQueryValues = (error: unknown): unknown =>
	error instanceof DrizzleQueryError ? { query: error.query, cause: error.cause } : error;

export const isCheckViolation = (error: unknown): boolean =>
	messageMatches(error, /CHECK constraint failed/);

/** The stock would be negative or exceed its limit. */
export const isStockViolation = (error: unknown): boolean =>
	messageMatches(error, /CHECK constraint failed: (?:products_quantity|stock_movements_stock)\b/);

export const isUniqueViolation = (error: unknown): boolean =>
	messageMatches(error, /UNIQUE constraint failed/);

/** A trigger rejected a refund of more money or pieces than are left. */
export const isRefundLimitViolation = (error: unknown): boolean =>
	messageMatches(error, /refund exceeds/);

/** The price breaks, price and minimum order of a product contradict each other, or its minimum is not a multiple of its carton. */
export const isPriceListViolation = (error: unknown): boolean =>
	messageMatches(error, /price_breaks: |products_order_multiple/);

/** The user or session that a row belongs to was deleted during the request. */
export const isForeignKeyViolation = (error: unknown): boolean =>
	messageMatches(error, /FOREIGN KEY constraint failed/);

/** Transient errors of D1 and SQLite (D1 "Error list", "Retry queries"; https://sqlite.org/rescode.html). */
const transientErrors =
	/Network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|SQLITE_BUSY|SQLITE_LOCKED/;
/** Errors that a retry makes worse. */
const overloadErrors =
	/overloaded|requests queued|queued for too long|exceeded timeout|CPU time limit|[Mm]emory limit/;

/** A full, damaged or missing database file, workerd's generic message for these errors, and a missing table. */
const brokenErrors =
	/SQLITE_(?:FULL|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)|Exceeded maximum DB size|disk I\/O error|internal error; reference = |no such table: /;

/** Whether a retry may succeed. The statements may already have been applied. */
export const isTransient = (error: unknown): boolean =>
	messageMatches(error, transientErrors) && !messageMatches(error, overloadErrors);

export const isUnavailable = (error: unknown): boolean =>
	[transientErrors, overloadErrors, brokenErrors].some((pattern) => messageMatches(error, pattern));
