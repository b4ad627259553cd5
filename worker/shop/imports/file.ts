import { byteOrderMark, findFileDelimiter, readCsv, unescapeCsvCell } from "#contract/csv.ts";
import { fieldError } from "#contract/errors.ts";
import { ignoredColumn } from "#contract/imports.ts";
import { importColumnsMax, importRowsMax } from "#contract/limits.ts";
import { formatInteger } from "#contract/numbers.ts";
import {
	type ProductColumn,
	productColumnNames,
	productColumns,
} from "#contract/product-columns.ts";

export type FileColumn = ProductColumn | typeof ignoredColumn;

/**
 * Decodes UTF-16 (Excel's "Unicode text"; without a byte order mark, if its first letter is in ASCII), UTF-8, or, if neither fits,
 * Windows-1252 (Excel's "CSV").
 */
export function decodeFile(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if ((first === 0xff && second === 0xfe) || second === 0)
		return new TextDecoder("utf-16le").decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

/** Text has no NUL, but workbooks, pictures and PDF files do. SQLite would end the text at it. */
export const hasNul = (text: string) => text.includes("\0");

const normalize = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const columnByHeading = new Map<string, ProductColumn>(
	productColumnNames.flatMap((column) => {
		const { heading, aliases } = productColumns[column];
		return [column, heading, ...aliases].map((name) => [normalize(name), column] as const);
	}),
);

/** Returns the product column of each heading, or `ignoredColumn` for unknown and repeated headings. */
export function matchHeadings(headings: string[]): FileColumn[] {
	const usedColumns = new Set<FileColumn>();
	return headings.map((heading) => {
		const column = columnByHeading.get(normalize(heading)) ?? ignoredColumn;
		if (usedColumns.has(column)) return ignoredColumn;
		usedColumns.add(column);
		return column;
	});
}

/** Excel writes this line before the headings if the delimiter is not the default of its locale. */
const delimiterLinePattern = /^\ufeff?"?sep=(.)"?\r?\n/i;

/** `row` counts from 1, without the headings and empty lines. `line` is the line number in the file. */
export type FileRow = {
	row: number;
	line: number;
	cells: string[];
	hasUnclosedQuote: boolean;
};

export type ParsedFile = { headings: string[]; rows: () => Generator<FileRow> };

const cleanCells = (cells: string[]) => cells.map((cell) => unescapeCsvCell(cell).trim());

/** @throws ShopError 400 if the file has no headings, or too many columns */
export function parseFile(content: string): ParsedFile {
	const [delimiterLine = "", declaredDelimiter] = delimiterLinePattern.exec(content) ?? [];
	const text = content.slice(delimiterLine.length);
	const delimiter = declaredDelimiter ?? findFileDelimiter(text);
	const firstLine = delimiterLine ? 2 : 1;
	const [header] = readCsv(text, delimiter);
	const headings = cleanCells(header?.cells ?? []);
	while (headings.length > 0 && headings.at(-1) === "") headings.pop();
	if (headings.length === 0 || text.replace(byteOrderMark, "").trim() === "")
		throw fieldError("file", "The file is empty. Its first line must name the columns");
	if (headings.length > importColumnsMax)
		throw fieldError("file", `The file must have at most ${importColumnsMax} columns`);
	function* rows(): Generator<FileRow> {
		let row = 0;
		for (const { line, cells, hasUnclosedQuote } of readCsv(text, delimiter)) {
			if (line === header?.line) continue;
			row += 1;
			if (row > importRowsMax)
				throw fieldError("file", `The file must have at most ${formatInteger(importRowsMax)} rows`);
			yield { row, line: line + firstLine - 1, cells: cleanCells(cells), hasUnclosedQuote };
		}
	}
	return { headings, rows };
}
