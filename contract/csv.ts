/** Lets spreadsheets recognize UTF-8. */
export const byteOrderMark = "\ufeff";

const formulaCharacters = "=+\\-@\\t\\r\\n＝＋－＠";

/**
 * Matches text whose first character, after any apostrophes, begins a formula in a spreadsheet (OWASP "CSV Injection"). Text that
 * already starts with apostrophes gets one more, so that `unescapeCsvCell` restores it exactly.
 */
const formulaStart = new RegExp(`^(?='*[${formulaCharacters}])`);
const guardedStart = new RegExp(`^'(?='*[${formulaCharacters}])`);

/** Characters at which spreadsheets in other locales, or without support for quotes, begin another cell, so a formula may follow them. */
const otherDelimiter = /[;\t\r\n]/;

/**
 * Matches a run of delimiters, spaces and quotes, the apostrophes after it, and the next character if it can begin a formula. That
 * character is optional, because otherwise the search would start again at each character of the run, which takes minutes for a cell of tabs.
 */
const delimiterRuns = /([;\s"]+)('*)([=+\-@＝＋－＠]?)/g;

const replaceInnerGuards = (text: string, toGuard: (apostrophes: string) => string): string =>
	text.replace(
		delimiterRuns,
		(match, run: string, apostrophes: string, formulaCharacter: string) =>
			formulaCharacter !== "" && otherDelimiter.test(run)
				? run + toGuard(apostrophes) + formulaCharacter
				: match,
	);

const needsQuotes = /[",;\t\r\n]/;

/** Formats a cell according to RFC 4180, with an apostrophe before each part of its text that a spreadsheet could run as a formula. */
export function formatCsvCell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = replaceInnerGuards(value, (apostrophes) => `${apostrophes}'`).replace(
		formulaStart,
		"'",
	);
	return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const formatCsvRecord = (cells: (string | number)[]): string =>
	`${cells.map(formatCsvCell).join(",")}\r\n`;

/**
 * @param name - the first part of the file name
 * @param days - the second part: the day or the period of the file; by default today, in UTC
 */
export const createCsvHeaders = (name: string, days = new Date().toISOString().slice(0, 10)) => ({
	"Content-Type": "text/csv; charset=utf-8",
	"Content-Disposition": `attachment; filename="${name}-${days}.csv"`,
	"Cache-Control": "private, no-store",
});

/** Removes the apostrophes that `formatCsvCell` adds. */
export const unescapeCsvCell = (cell: string): string =>
	replaceInnerGuards(cell.replace(guardedStart, ""), (apostrophes) => apostrophes.slice(1));

/** `line`: number of the record's first line, from 1. `hasUnclosedQuote`: a quote is still open at the end of the text. */
export type CsvRecord = { line: number; cells: string[]; hasUnclosedQuote: boolean };

/** Returns the position of the quote that ends a quoted cell, whose text begins at `from`; -1 if there is none. */
function findClosingQuote(text: string, from: number): number {
	let quote = text.indexOf('"', from);
	while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
	return quote;
}

const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/**
 * Reads records as spreadsheets write them: they end with CRLF, LF or CR; a quote inside a cell that does not begin with one is text.
 * Skips a byte order mark, and records whose cells are all blank.
 */
export function* readCsv(text: string, delimiter: string): Generator<CsvRecord> {
	const unquoted = new RegExp(`[^${delimiter}\\r\\n]*`, "y");
	let [at, line] = [text.startsWith(byteOrderMark) ? 1 : 0, 1];
	while (at < text.length) {
		const record: CsvRecord = { line, cells: [], hasUnclosedQuote: false };
		for (;;) {
			let cell = "";
			if (text[at] === '"') {
				const closing = findClosingQuote(text, at + 1);
				const end = closing < 0 ? text.length : closing;
				record.hasUnclosedQuote ||= closing < 0;
				cell = text.slice(at + 1, end).replaceAll('""', '"');
				line += countLineEnds(cell);
				at = end + 1;
			}
			unquoted.lastIndex = at;
			const [rest = ""] = unquoted.exec(text) ?? [];
			at += rest.length;
			record.cells.push(cell + rest);
			if (text[at] !== delimiter) break;
			at += 1;
		}
		at += text.startsWith("\r\n", at) ? 2 : 1;
		line += 1;
		if (record.cells.some((cell) => cell.trim() !== "")) yield record;
	}
}

const delimiters = [",", ";", "\t"];

/** Returns the delimiter with which the file's first record has the most cells: comma, semicolon or tab. */
export function findFileDelimiter(text: string): string {
	const counts = delimiters.map((delimiter) => {
		const [first] = readCsv(text.slice(0, 10_000), delimiter);
		return first?.cells.length ?? 0;
	});
	return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Returns the character that separates the cells of a pasted line: a comma only if there is neither a tab nor a semicolon. */
export const findLineDelimiter = (line: string) =>
	["\t", ";"].find((delimiter) => line.includes(delimiter)) ?? ",";

/** Returns the trimmed cells of a line, without quotes (RFC 4180) and the apostrophes that `formatCsvCell` adds; none if all are blank. */
export function splitCells(line: string, delimiter: string): string[] {
	const [record] = readCsv(line, delimiter);
	return (record?.cells ?? []).map((cell) => unescapeCsvCell(cell).trim());
}
