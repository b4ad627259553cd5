import { byteOrderMark, csvRecord } from "#contract/csv.ts";
import type { Account } from "#contract/roles.ts";
import { auditEntry, findEntry } from "./audit.ts";
import type { Shop } from "./context.ts";
import { write } from "./write.ts";

type Export<Row> = {
	/** The entry in the audit log: what was exported, and of which view. */
	entry: Omit<Extract<Parameters<typeof auditEntry>[1], { name: string }>, "where">;
	headings: string[];
	cells: (row: Row) => (string | number)[];
	/** Reads up to `rowsPerRead` rows after the last one; the first rows if it is null. */
	readAfter: (last: Row | null) => PromiseLike<Row[]>;
	/** The rows of one query, which are in memory together. */
	rowsPerRead: number;
};

/** Streams rows as CSV (RFC 4180, UTF-8 with a byte order mark), once the audit log says that the account exports them. */
export async function exportCsv<Row>(
	shop: Shop,
	account: Account,
	{ entry, headings, cells, readAfter, rowsPerRead }: Export<Row>,
): Promise<ReadableStream<Uint8Array>> {
	const audit = auditEntry(account, entry);
	await write(shop, { audit, statements: [], findWritten: findEntry(shop.db, audit) });
	const encoder = new TextEncoder();
	let last: Row | null = null;
	return new ReadableStream({
		start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvRecord(headings))),
		async pull(controller) {
			const rows: Row[] = await readAfter(last);
			const records = rows.map((row) => csvRecord(cells(row)));
			if (rows.length > 0) controller.enqueue(encoder.encode(records.join("")));
			if (rows.length < rowsPerRead) controller.close();
			last = rows.at(-1) ?? null;
		},
	});
}
