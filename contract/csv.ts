/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = "\ufeff";

/** The beginning of a formula in a spreadsheet (OWASP "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** The same after a character that ends a cell in a spreadsheet of another locale. */
const formulaWithin = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

const needsQuotes = /[",;\t\r\n]/;

/**
 * @returns a cell as RFC 4180 writes it; a text that a spreadsheet would compute gets an apostrophe before it. Numbers
 * stay numbers
 */
export function csvCell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const within = value.replace(formulaWithin, "$1'");
	const text = formulaStart.test(value) ? `'${within}` : within;
	return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvRecord = (cells: (string | number)[]): string =>
	`${cells.map(csvCell).join(",")}\r\n`;
