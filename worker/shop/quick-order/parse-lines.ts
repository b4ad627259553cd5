import { byteOrderMark, findLineDelimiter, splitCells } from "#contract/csv.ts";
import { quantityMax, textLength } from "#contract/limits.ts";

/**
 * `quantity` is as typed, or "" if the line has none or it is ambiguous. `other`: the other interpretation of a line of two numbers, such
 * as "1201 x 4", or of a name with a number, such as "torque wrench 12": only the catalogue tells which number belongs to the tool
 * (interpretations.ts).
 */
export type TypedLine = { item: string; quantity: string; other?: TypedLine };

const grouped = "\\d{1,3}(?:[,.'’ \\u00a0\\u202f]\\d{3})+";
const digits = `(?:${grouped}|\\d+)`;
const unit = "(?:(?:[x×*]|pcs?|pieces?|units?|ea|each|stk)\\.?)";

const quantityPattern = new RegExp(`^[x×*]?\\s*(${digits})(?:[.,]0+)?\\s*${unit}?$`, "i");

/** Reads "12", "1,200", "12x", "x 12", "12 pcs" and "12.00". @returns null for any other text, and beyond the largest quantity */
export function parseQuantity(text: string): number | null {
	const [, number = ""] = quantityPattern.exec(text.trim()) ?? [];
	const quantity = Number(number.replace(/\D/g, ""));
	return quantity >= 1 && quantity <= quantityMax ? quantity : null;
}

const hasDecimals = (cell: string) => /[.,]0{1,2}$/.test(cell);

/** Finds the cell with the quantity: last, or first; -1 if it could be one of several. */
function findQuantity(cells: string[]): number {
	const numeric = cells.flatMap((cell, index) => (parseQuantity(cell) === null ? [] : [index]));
	const last = cells.length - 1;
	const isPartNumberFirst = numeric.length === 2 && numeric[0] === 0 && numeric[1] === last;
	if (isPartNumberFirst) return last;
	if (numeric.length <= 1) return numeric[0] ?? -1;
	const whole = numeric.filter((index) => index > 0 && !hasDecimals(cells[index] ?? ""));
	return whole.length === 1 ? (whole[0] ?? -1) : -1;
}

/** The first cell is a part number, or the start of a name that has the delimiter in it: "Torque wrench, 1/2 in". */
function readItem(cells: string[], delimiter: string): string {
	const [first = ""] = cells;
	const isNumber = delimiter !== "," || /^\S*\d\S*$/.test(first);
	return isNumber ? first : cells.join(", ");
}

function readCells(cells: string[], delimiter: string): TypedLine {
	const at = findQuantity(cells);
	const item = readItem(at === 0 ? cells.slice(1) : cells.slice(0, at < 0 ? 1 : at), delimiter);
	if (at >= 0) return { item, quantity: cells[at] ?? "" };
	const hasNumber = cells.some((cell) => parseQuantity(cell) !== null);
	return { item, quantity: cells.length === 2 && !hasNumber ? (cells[1] ?? "") : "" };
}

/**
 * Longer than any name with a quantity. On a line of 256 kB, these patterns would take minutes, because their time is quadratic.
 */
const unseparatedMax = 2 * textLength.name;

const unseparated: [pattern: RegExp, quantity: 1 | 2][] = [
	// "TW-100: 12", "TW-100 - 12"
	[new RegExp(`^(.+?)(?:\\s*[:=]\\s+|\\s+[:=]\\s*)(${digits}\\s*${unit}?)$`, "i"), 2],
	[new RegExp(`^(\\S*\\d\\S*)\\s+[-–—]\\s+(${digits}\\s*${unit}?)$`, "i"), 2],
	[new RegExp(`^(${digits}\\s*${unit})\\s+(.+)$`, "i"), 1],
	[new RegExp(`^(.+?)\\s+([x×*]\\s*${digits})$`, "i"), 2],
	[new RegExp(`^(.+?)\\s+(${digits}\\s*${unit})$`, "i"), 2],
	[/^(\d+)\s+(\S*[^\d\s]\S*)$/, 1],
	[/^(\S+)\s+(\d+)$/, 2],
];

const numberAround: [pattern: RegExp, quantity: 1 | 2][] = [
	[/^(.+?)\s+(\d+)$/, 2],
	[/^(\d+)\s+(.+)$/, 1],
];

/** Reads a line without a separator: "12 x TW-100", "Torque wrench 12 pcs" and "TW-100 12". */
function readText(text: string): TypedLine {
	for (const [pattern, quantity] of unseparated) {
		const match = text.length <= unseparatedMax && pattern.exec(text);
		if (match) return { item: match[3 - quantity] ?? "", quantity: match[quantity] ?? "" };
	}
	for (const [pattern, quantity] of numberAround) {
		const match = text.length <= unseparatedMax && pattern.exec(text);
		const other = match && { item: match[3 - quantity] ?? "", quantity: match[quantity] ?? "" };
		if (other) return { item: text, quantity: "", other };
	}
	return { item: text, quantity: "" };
}

function splitLine(line: string): string[] {
	const delimiter = findLineDelimiter(line);
	// "TW-100, 1,200": a comma without a space, in front of three digits, does not separate cells here.
	const [, before, thousands] = /^(.*),\s+(\d{1,3}(?:,\d{3})+)$/.exec(line.trim()) ?? [];
	const isGrouped = delimiter === "," && before !== undefined && thousands !== undefined;
	const cells = splitCells(isGrouped ? before : line, delimiter);
	return isGrouped ? [...cells, thousands] : cells;
}

const quantityHeading = /(?:^|[^a-z])(?:qty|quantity|pieces|pcs|units|amount|count|menge|anzahl)/i;
const numberHeading = /part|sku|article|artikel|item|mpn|number/i;
const nameHeading = /name|tool|product|description/i;

type Columns = { item: number; quantity: number };

/** @returns the columns that a header line names; null if it is no header */
function readHeader(cells: string[]): Columns | null {
	const quantity = cells.findIndex((cell) => quantityHeading.test(cell) && !/\d/.test(cell));
	if (quantity < 0 || cells.length < 2 || cells.some((cell) => parseQuantity(cell) !== null))
		return null;
	const find = (heading: RegExp) =>
		cells.findIndex((cell, index) => index !== quantity && heading.test(cell));
	const named = [find(numberHeading), find(nameHeading)].find((index) => index >= 0);
	return { item: named ?? (quantity === 0 ? 1 : 0), quantity };
}

/** Removes the bullet of a list, and replaces the dashes that word processors put into part numbers with hyphens. */
const cleanLine = (line: string) =>
	line
		.replace(/^\s*(?:[*•·‣▪–—-]|\d{1,3}[.)])\s+(?=\S)/, "")
		.replace(/(\p{L})[\u2010-\u2015\u2212](?=\d)/gu, "$1-");

/** Titles and greetings above a heading have no quantity. */
const headingLinesMax = 10;

function findHeader(lines: string[]): { columns: Columns; at: number } | null {
	for (const [at, line] of lines.slice(0, headingLinesMax).entries()) {
		const cells = splitLine(line);
		const columns = readHeader(cells);
		if (columns) return { columns, at };
		if (cells.some((cell) => parseQuantity(readText(cell).quantity || cell) !== null)) return null;
	}
	return null;
}

/** Whether each line begins with its position: 1, 2, 3 or 10, 20, 30. */
function hasPositions(rows: string[][]): boolean {
	const [first] = rows;
	const step = Number(first?.[0]);
	return (
		rows.length > 1 &&
		(step === 1 || step === 10) &&
		rows.every((cells, index) => cells.length > 2 && Number(cells[0]) === step * (index + 1))
	);
}

const twoNumbers = /^(\d+)\t[x×*]?\s*(\d+)\s*[x×*]?$/i;

function addOtherInterpretation(line: TypedLine): TypedLine {
	const [, item, quantity] = twoNumbers.exec(`${line.item}\t${line.quantity}`) ?? [];
	return item && quantity ? { ...line, other: { item: quantity, quantity: item } } : line;
}

/** Reads "part number or name, quantity" lines as people paste them: from a spreadsheet, a CSV file or an email. */
export function parseLines(text: string): TypedLine[] {
	const lines = text
		.replace(byteOrderMark, "")
		.split(/\r\n|\r|\n/)
		.filter((line) => line.trim() !== "" && !/^"?sep=.?"?$/i.test(line.trim()))
		.map(cleanLine);
	const header = findHeader(lines);
	const columns = header?.columns;
	const rows = lines.slice(header ? header.at + 1 : 0).map((line) => {
		const cells = splitLine(line);
		return { line, cells, filled: cells.filter((cell) => cell !== "") };
	});
	const skipped = !columns && hasPositions(rows.map(({ filled }) => filled)) ? 1 : 0;
	return rows.flatMap(({ line, cells, filled }) => {
		if (filled.length === 0) return [];
		if (columns && cells.length > 1) {
			return { item: cells[columns.item] ?? "", quantity: cells[columns.quantity] ?? "" };
		}
		if (filled.length === 1) return addOtherInterpretation(readText(filled[0] ?? ""));
		const parsed = readCells(filled.slice(skipped), findLineDelimiter(line));
		return filled.length === 2 ? addOtherInterpretation(parsed) : parsed;
	});
}
