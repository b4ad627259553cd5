import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { retry } from "#worker/db/retry.ts";
import { type AuditEntry, findEntry, insertEntry } from "./audit.ts";
import type { ShopContext } from "./context.ts";

type Write<Row> = {
	/** Written first, because it copies values of the row that the statements change. */
	audit?: AuditEntry | null;
	/** Each must change nothing if it is run a second time. */
	statements: BatchItem<"sqlite">[];
	/**
	 * Finds a row only if this call has committed. It must match a value unique to the call: the id of a new row or of the audit entry
	 * (`findEntry`), or a key that the call wrote. A timestamp is not unique enough. D1 confuses columns with the same name in a batch, so
	 * alias one of them.
	 */
	confirmWrite: RunnableQuery<Row[], "sqlite">;
	/** Tags of the pages to purge (cache-tags.ts). */
	tags?: (row: Row) => string[];
};

/**
 * Runs the writes of a use case in one transaction. If D1's response is lost, the transaction may have been committed, so it is retried
 * only if `confirmWrite` finds no row, so that it does not overwrite later changes.
 * @returns the row that `confirmWrite` finds; null if the conditions of the statements did not hold, so that nothing was written
 * @throws D1's error, such as a failed CHECK, if nothing was written
 */
export async function write<Row>(
	shop: Pick<ShopContext, "db" | "purgeAfterResponse">,
	{ tags, ...rest }: Write<Row>,
): Promise<Row | null> {
	const [row] = await writeRows(shop, rest);
	if (row === undefined) return null;
	if (tags) shop.purgeAfterResponse(tags(row));
	return row;
}

/** Runs `write`. The audit entry confirms it. */
export const writeAudited = (
	shop: Pick<ShopContext, "db" | "purgeAfterResponse">,
	{ audit, ...rest }: Omit<Write<{ subjectId: string }>, "confirmWrite"> & { audit: AuditEntry },
) => write(shop, { ...rest, audit, confirmWrite: findEntry(shop.db, audit) });

/** Runs `write` without purging pages, and returns all rows that `confirmWrite` finds. */
export async function writeRows<Row>(
	{ db }: Pick<ShopContext, "db">,
	{ audit, statements, confirmWrite }: Omit<Write<Row>, "tags">,
): Promise<Row[]> {
	const entries = audit ? [insertEntry(db, audit)] : [];
	const [first = confirmWrite, ...rest] = [...entries, ...statements, confirmWrite];
	let isSent = false;
	return retry(async () => {
		const [writtenRows] = isSent ? await db.batch([confirmWrite]) : [[]];
		if (writtenRows.length > 0) return writtenRows;
		isSent = true;
		const results = await db.batch([first, ...rest]);
		const written: Row[] = results.at(-1);
		return written;
	});
}
