import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { retry } from "#worker/db/retry.ts";
import { type AuditEntry, insertEntry } from "./audit.ts";
import type { Shop } from "./context.ts";

type Write<Row> = {
	/** The admin's entry in the audit log, written before the statements, from the row as it was. */
	audit?: AuditEntry | null;
	/** Each with its condition: it must change nothing where it was applied before. */
	statements: BatchItem<"sqlite">[];
	/**
	 * The one of them whose `returning` finds a row where this very call has carried it out, for writes without an id of their own: two calls
	 * of one millisecond write the same, and `done` finds it for both.
	 */
	decisive?: BatchItem<"sqlite">;
	/**
	 * A query that finds a row only once this very call has written, by an id that is its own: of a new row, of its audit entry
	 * (`findEntry`). With what the caller wants to know of it; D1 mixes up two columns of the same name in a batch, so give one an alias.
	 */
	done: RunnableQuery<Row[], "sqlite">;
	/** Tags of the pages that show what was written (cache-tags.ts). */
	tags?: (row: Row) => string[];
};

/**
 * How a use case writes: its statements, its audit entry and the query that shows that they were applied, as one transaction.
 * Where D1's response was lost, nobody knows whether they were: they are sent again, change nothing the second time, and the
 * query finds what the first time has written.
 * @returns the row of `done`; null where the conditions of the statements did not hold, and nothing was written
 * @throws what D1 has thrown, such as a CHECK that failed: then nothing was written
 */
export async function write<Row>(
	shop: Pick<Shop, "db" | "purge">,
	{ audit, statements, decisive, done, tags }: Write<Row>,
): Promise<Row | null> {
	const { db } = shop;
	const entries = audit ? [insertEntry(db, audit)] : [];
	const [first = done, ...rest] = [...entries, ...statements, done];
	let tries = 0;
	const results = await retry(() => {
		tries += 1;
		return db.batch([first, ...rest]);
	});
	const changed: unknown[] | undefined =
		decisive && results[entries.length + statements.indexOf(decisive)];
	// Of a try whose response was lost only `done` knows.
	if (tries === 1 && changed?.length === 0) return null;
	const rows: Row[] = results.at(-1);
	const [row] = rows;
	if (row === undefined) return null;
	if (tags) shop.purge(tags(row));
	return row;
}
