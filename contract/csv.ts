/** UTF-8 as spreadsheets know it: with a byte order mark. */
export const byteOrderMark = "\ufeff";

/** What a spreadsheet takes for the beginning of a formula (OWASP "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n]/;

const needsQuotes = /[",\r\n]/;

/**
 * @returns a cell as RFC 4180 writes it; a text that a spreadsheet would compute gets an apostrophe before it. Numbers
 * stay numbers
 */
export function csvCell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = formulaStart.test(value) ? `'${value}` : value;
	return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns a record with its line end */
export const csvRecord = (cells: (string | number)[]): string =>
	`${cells.map(csvCell).join(",")}\r\n`;

/**
 * Counts the records of a CSV text that comes in pieces: a line end within quotes ends none.
 * @returns takes a piece, and gives how many records have ended so far
 */
export function createRecordCounter(): (piece: string) => number {
	let [quoted, records] = [false, 0];
	return (piece) => {
		for (const character of piece) {
			if (character === '"') quoted = !quoted;
			else if (character === "\n" && !quoted) records += 1;
		}
		return records;
	};
}
