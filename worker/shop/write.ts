import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { retry } from "#worker/db/retry.ts";
import { type AuditEntry, insertEntry } from "./audit.ts";
import type { Shop } from "./context.ts";

type Write<Row> = {
	/** The admin's entry in the audit log, written before the statements, from the row as it was. */
	audit?: AuditEntry | null;
	/** Each idempotent by its own WHERE: applied a second time at once, it changes nothing. */
	statements: BatchItem<"sqlite">[];
	/**
	 * A query that finds a row only if this call has written, by an id unique to it: of a new row, of its audit entry
	 * (`findEntry`), or a key that it has written. A time is none: two calls may share a millisecond. It selects what the caller
	 * needs; D1 mixes up two columns of the same name in a batch, so alias one of them.
	 */
	confirmation: RunnableQuery<Row[], "sqlite">;
	/** Tags of the pages that show what was written (cache-tags.ts). */
	tags?: (row: Row) => string[];
};

/**
 * How a use case writes: its statements, its audit entry and the query that shows that they were applied, in one transaction.
 * When D1's response is lost, the transaction may or may not have committed. The query shows if it has; only if not it is sent
 * again, so that it does not undo what somebody else has written after it.
 * @returns the row that `confirmation` finds; null where the conditions of the statements did not hold, and nothing was written
 * @throws D1's error, such as a failed CHECK: then nothing was written
 */
export async function write<Row>(
	shop: Pick<Shop, "db" | "purge">,
	{ audit, statements, confirmation, tags }: Write<Row>,
): Promise<Row | null> {
	const { db } = shop;
	const entries = audit ? [insertEntry(db, audit)] : [];
	const [first = confirmation, ...rest] = [...entries, ...statements, confirmation];
	let isSent = false;
	const row = await retry(async () => {
		const [[found]] = isSent ? await db.batch([confirmation]) : [[]];
		if (found !== undefined) return found;
		isSent = true;
		const results = await db.batch([first, ...rest]);
		const [written]: Row[] = results.at(-1);
		return written;
	});
	if (row === undefined) return null;
	if (tags) shop.purge(tags(row));
	return row;
}
