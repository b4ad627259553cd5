import { byteOrderMark, formatCsvRecord } from "#contract/csv.ts";
import type { Account } from "#contract/roles.ts";
import { createAuditEntry } from "./audit.ts";
import type { ShopContext } from "./context.ts";
import { writeAudited } from "./write.ts";

type Export<Row> = {
	/** The audit log entry, which records what was exported from which view. */
	entry: Omit<Extract<Parameters<typeof createAuditEntry>[1], { name: string }>, "where">;
	headings: string[];
	toCells: (row: Row) => (string | number)[];
	/** Reads up to `rowsPerRead` rows after `last`, or the first rows if it is null. */
	readAfter: (last: Row | null) => PromiseLike<Row[]>;
	/** How many rows one query reads. They are in memory at the same time. */
	rowsPerRead: number;
};

/** Streams rows as CSV (RFC 4180, UTF-8 with a byte order mark), after the export has been recorded in the audit log. */
export async function exportCsv<Row>(
	shop: ShopContext,
	account: Account,
	{ entry, headings, toCells, readAfter, rowsPerRead }: Export<Row>,
): Promise<ReadableStream<Uint8Array>> {
	const audit = createAuditEntry(account, entry);
	await writeAudited(shop, { audit, statements: [] });
	const encoder = new TextEncoder();
	let last: Row | null = null;
	return new ReadableStream({
		start: (controller) =>
			controller.enqueue(encoder.encode(byteOrderMark + formatCsvRecord(headings))),
		async pull(controller) {
			const rows: Row[] = await readAfter(last);
			const records = rows.map((row) => formatCsvRecord(toCells(row)));
			if (rows.length > 0) controller.enqueue(encoder.encode(records.join("")));
			if (rows.length < rowsPerRead) controller.close();
			last = rows.at(-1) ?? null;
		},
	});
}
