import { byteOrderMark, findLineDelimiter, splitCells } from "#contract/csv.ts";
import { quantityMax, textLength } from "#contract/limits.ts";

/**
 * `quantity` is as typed, or "" if it is missing or ambiguous. `alternative` is the second interpretation of a line of two numbers, such
 * as "1201 x 4", or of a name with a number, such as "torque wrench 12". Only the catalog shows which number is the quantity
 * (interpretations.ts).
 */
export type TypedLine = { item: string; quantity: string; alternative?: TypedLine };

const separator = "[,.'’ \\u00a0\\u202f]";
const digits = `(?:\\d{1,3}(?:${separator}\\d{3})+|\\d+)`;
const sameSeparatorDigits = `\\d{1,3}(${separator})\\d{3}(?:\\2\\d{3})*|\\d+`;
const unit = "(?:(?:[x×*]|pcs?|pieces?|units?|ea|each|stk)\\.?)";

const quantityPattern = new RegExp(
	`^[x×*]?\\s*(${sameSeparatorDigits})(?:[.,]0+)?\\s*${unit}?$`,
	"i",
);
/** "1.000" is a thousand in Europe, but one piece in an export with three decimals. */
const ambiguousPattern = new RegExp(`^[x×*]?\\s*\\d{1,3}\\.\\d{3}\\s*${unit}?$`, "i");

/** Replaces full-width characters, which keyboards for Chinese and Japanese type, with ASCII. */
const toHalfWidth = (text: string) =>
	text.replace(/[\uff01-\uff5e]/g, (character) => character.normalize("NFKC"));

const isAmbiguous = (text: string) => ambiguousPattern.test(toHalfWidth(text).trim());

/**
 * Parses texts such as "12", "1,200", "12x", "x 12", "12 pcs", and "12.00".
 * @returns the quantity; null for any other text, such as the ambiguous "1.200", for 0, or above the maximum
 */
export function parseQuantity(text: string): number | null {
	if (isAmbiguous(text)) return null;
	const [, number = ""] = quantityPattern.exec(toHalfWidth(text).trim()) ?? [];
	const quantity = Number(number.replace(/\D/g, ""));
	return quantity >= 1 && quantity <= quantityMax ? quantity : null;
}

const isQuantity = (text: string) => isAmbiguous(text) || parseQuantity(text) !== null;

const hasDecimals = (cell: string) => /[.,]0{1,2}$/.test(cell);

/** @returns the index of the cell with the quantity; -1 if there is none, or if several cells could have it */
function findQuantityIndex(cells: string[]): number {
	const indexes = cells.flatMap((cell, index) => (isQuantity(cell) ? [index] : []));
	const last = cells.length - 1;
	const isPartNumberFirst = indexes.length === 2 && indexes[0] === 0 && indexes[1] === last;
	if (isPartNumberFirst) return last;
	if (indexes.length <= 1) return indexes[0] ?? -1;
	const wholeNumbers = indexes.filter((index) => index > 0 && !hasDecimals(cells[index] ?? ""));
	return wholeNumbers.length === 1 ? (wholeNumbers[0] ?? -1) : -1;
}

/** Returns the first cell, but joins the cells of a name that contains commas, such as "Torque wrench, 1/2 in". */
function readItem(cells: string[], delimiter: string): string {
	const [first = ""] = cells;
	const isWholeItem = delimiter !== "," || /^\S*\d\S*$/.test(first);
	return isWholeItem ? first : cells.join(", ");
}

function readCells(cells: string[], delimiter: string): TypedLine {
	const [first = "", second = ""] = cells;
	const index = findQuantityIndex(cells);
	if (index < 0) {
		const hasNumber = cells.some(isQuantity);
		return { item: first, quantity: cells.length === 2 && !hasNumber ? second : "" };
	}
	const itemCells = index === 0 ? cells.slice(1) : cells.slice(0, index);
	return { item: readItem(itemCells, delimiter), quantity: cells[index] ?? "" };
}

/**
 * Maximum length of a line for the patterns below: enough for any name with a quantity. Their time is quadratic, so a line of 256 kB
 * would take minutes.
 */
const unseparatedLengthMax = 2 * textLength.name;

const unseparatedPatterns: [pattern: RegExp, quantityGroup: 1 | 2][] = [
	// "TW-100: 12", "TW-100 - 12"
	[new RegExp(`^(.+?)(?:\\s*[:=]\\s+|\\s+[:=]\\s*)(${digits}\\s*${unit}?)$`, "i"), 2],
	[new RegExp(`^(\\S*\\d\\S*)\\s+[-–—]\\s+(${digits}\\s*${unit}?)$`, "i"), 2],
	[new RegExp(`^(${digits}\\s*${unit})\\s+(.+)$`, "i"), 1],
	[new RegExp(`^(.+?)\\s+([x×*]\\s*${digits})$`, "i"), 2],
	[new RegExp(`^(.+?)\\s+(${digits}\\s*${unit})$`, "i"), 2],
	[/^(\d+)\s+(\S*[^\d\s]\S*)$/, 1],
	[/^(\S+)\s+(\d+)$/, 2],
];

/** For names with a number that may be the quantity or part of the name. */
const ambiguousPatterns: [pattern: RegExp, quantityGroup: 1 | 2][] = [
	[/^(.+?)\s+(\d+)$/, 2],
	[/^(\d+)\s+(.+)$/, 1],
];

function matchPattern(text: string, patterns: typeof unseparatedPatterns): TypedLine | null {
	if (text.length > unseparatedLengthMax) return null;
	for (const [pattern, quantityGroup] of patterns) {
		const match = pattern.exec(text);
		if (match)
			return { item: match[3 - quantityGroup] ?? "", quantity: match[quantityGroup] ?? "" };
	}
	return null;
}

/** Reads a line without a separator, such as "12 x TW-100", "Torque wrench 12 pcs", or "TW-100 12". */
function readUnseparated(text: string): TypedLine {
	const line = matchPattern(text, unseparatedPatterns);
	if (line) return line;
	const alternative = matchPattern(text, ambiguousPatterns);
	return { item: text, quantity: "", ...(alternative && { alternative }) };
}

function splitLine(line: string): string[] {
	const delimiter = findLineDelimiter(line);
	// In "TW-100, 1,200", the second comma does not separate cells, because three digits and no space follow it.
	const [, before, thousands] = /^(.*),\s+(\d{1,3}(?:,\d{3})+)$/.exec(line.trim()) ?? [];
	const isGrouped = delimiter === "," && before !== undefined && thousands !== undefined;
	const cells = splitCells(isGrouped ? before : line, delimiter);
	return isGrouped ? [...cells, thousands] : cells;
}

const quantityHeading = /(?:^|[^a-z])(?:qty|quantity|pieces|pcs|units|amount|count|menge|anzahl)/i;
const numberHeading = /part|sku|article|artikel|item|mpn|number/i;
const nameHeading = /name|tool|product|description/i;

type Columns = { item: number; quantity: number };

/** @returns the columns that a header names; null if the cells are not a header */
function readHeader(cells: string[]): Columns | null {
	const quantity = cells.findIndex((cell) => quantityHeading.test(cell) && !/\d/.test(cell));
	if (quantity < 0 || cells.length < 2 || cells.some(isQuantity)) return null;
	const findColumn = (heading: RegExp) =>
		cells.findIndex((cell, index) => index !== quantity && heading.test(cell));
	const item = [findColumn(numberHeading), findColumn(nameHeading)].find((index) => index >= 0);
	return { item: item ?? (quantity === 0 ? 1 : 0), quantity };
}

/** Removes a bullet or list number, and full-width characters. In part numbers, replaces the dashes of word processors with hyphens. */
const cleanLine = (line: string) =>
	toHalfWidth(line)
		.replace(/^\s*(?:[*•·‣▪–—-]|\d{1,3}[.)])\s+(?=\S)/, "")
		.replace(/(\p{L})[\u2010-\u2015\u2212](?=\d)/gu, "$1-");

/** How many of the first lines may be the header. */
const headerLinesMax = 10;

/** Skips titles and greetings above the header, but stops at a line with a quantity. */
function findHeader(lines: string[]): { columns: Columns; index: number } | null {
	for (const [index, line] of lines.slice(0, headerLinesMax).entries()) {
		const cells = splitLine(line);
		const columns = readHeader(cells);
		if (columns) return { columns, index };
		if (cells.some((cell) => isQuantity(readUnseparated(cell).quantity || cell))) return null;
	}
	return null;
}

/** Whether the rows are numbered: 1, 2, 3 or 10, 20, 30. */
function hasPositions(rows: string[][]): boolean {
	const [first] = rows;
	const step = Number(first?.[0]);
	return (
		rows.length > 1 &&
		(step === 1 || step === 10) &&
		rows.every((cells, index) => cells.length > 2 && Number(cells[0]) === step * (index + 1))
	);
}

const twoNumbersPattern = /^(\d+)\t[x×*]?\s*(\d+)\s*[x×*]?$/i;

/** Adds the interpretation with item and quantity swapped if the line has two numbers. */
function addAlternative(line: TypedLine): TypedLine {
	const [, item, quantity] = twoNumbersPattern.exec(`${line.item}\t${line.quantity}`) ?? [];
	return item && quantity ? { ...line, alternative: { item: quantity, quantity: item } } : line;
}

/** Parses lines of a part number or name and a quantity, pasted from a spreadsheet, a CSV file, or an email. */
export function parseLines(text: string): TypedLine[] {
	const lines = text
		.replace(byteOrderMark, "")
		.split(/\r\n|\r|\n/)
		.filter((line) => line.trim() !== "" && !/^"?sep=.?"?$/i.test(line.trim()))
		.map(cleanLine);
	const header = findHeader(lines);
	const columns = header?.columns;
	const rows = lines.slice(header ? header.index + 1 : 0).map((line) => {
		const cells = splitLine(line);
		return { line, cells, filledCells: cells.filter((cell) => cell !== "") };
	});
	const isNumbered = !columns && hasPositions(rows.map(({ filledCells }) => filledCells));
	return rows.flatMap(({ line, cells, filledCells }) => {
		if (filledCells.length === 0) return [];
		if (columns && cells.length > 1) {
			return { item: cells[columns.item] ?? "", quantity: cells[columns.quantity] ?? "" };
		}
		if (filledCells.length === 1) return addAlternative(readUnseparated(filledCells[0] ?? ""));
		const parsed = readCells(filledCells.slice(isNumbered ? 1 : 0), findLineDelimiter(line));
		return filledCells.length === 2 ? addAlternative(parsed) : parsed;
	});
}
