/** Lets spreadsheets recognize UTF-8. */
export const byteOrderMark = "\ufeff";

/** Characters that begin a formula in a spreadsheet (OWASP "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** A formula after a character that ends a cell in other locales. */
const formulaInside = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

const needsQuotes = /[",;\t\r\n]/;

/** Formats a cell by RFC 4180, with an apostrophe before text that a spreadsheet would run as a formula. */
export function csvCell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const escaped = value.replace(formulaInside, "$1'");
	const text = formulaStart.test(value) ? `'${escaped}` : escaped;
	return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvRecord = (cells: (string | number)[]): string =>
	`${cells.map(csvCell).join(",")}\r\n`;
