import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../tests/support/any-character.ts";
import {
	byteOrderMark,
	findFileDelimiter,
	formatCsvCell,
	formatCsvRecord,
	readCsv,
	unescapeCsvCell,
} from "./csv.ts";

const riskyText = fc.string({
	unit: fc.constantFrom(
		'"',
		",",
		"\r",
		"\n",
		"\t",
		"=",
		"+",
		"-",
		"@",
		"'",
		";",
		"＝",
		"a",
		"é",
		"😀",
		" ",
	),
});
const anyCell = fc.oneof(riskyText, fc.string({ unit: anyCharacter }));
const table = fc.array(fc.array(anyCell, { minLength: 3, maxLength: 3 }), { maxLength: 8 });

test("never writes a cell that a spreadsheet would run as a formula, and reads every cell back unchanged", () => {
	const property = fc.property(table, (rows) => {
		const parsed = Array.from(
			readCsv(rows.map(formatCsvRecord).join(""), ","),
			({ cells }) => cells,
		);
		const formatWithoutQuotes = (cell: string) => formatCsvCell(cell).replace(/^"|"$/g, "");
		// `readCsv` skips rows without text. An apostrophe that formatting adds counts as text.
		const rowsWithText = rows.filter((row) =>
			row.some((cell) => formatWithoutQuotes(cell).trim() !== ""),
		);
		expect(parsed.map((row) => row.map(unescapeCsvCell))).toEqual(rowsWithText);
		for (const cell of parsed.flat()) {
			expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n]\s*[=+\-@＝＋－＠]/);
		}
	});
	fc.assert(property, { numRuns: 1_000, examples: [[[[" \n", "", ""]]]] });
});

test.each([
	["Ann", "Ann"],
	["", ""],
	["1 Bay Road, Hull", '"1 Bay Road, Hull"'],
	['12" pipe', '"12"" pipe"'],
	["+44 114", "'+44 114"],
	['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
	["-1", "'-1"],
	["＝1+1", "'＝1+1"],
	["a;b", '"a;b"'],
	["a\tb", '"a\tb"'],
	["Bay 4; =1+1", `"Bay 4; '=1+1"`],
	["Bay 4\n-1", `"Bay 4\n'-1"`],
	['a;"=1', `"a;""'=1"`],
	[-1, "-1"],
	[12.5, "12.5"],
])("writes the cell %s as %s", (value, expected) => {
	expect(formatCsvCell(value)).toBe(expected);
});

test("writes and reads a long cell of delimiters, spaces or quotes quickly", () => {
	for (const text of ["\t", "; ", ' "', ";'", "\r\n"]) {
		const cell = `a${text.repeat(100_000)}b`;
		expect(unescapeCsvCell(formatCsvCell(cell).slice(1, -1).replaceAll('""', '"'))).toBe(cell);
	}
});

const getRecords = (text: string, delimiter = findFileDelimiter(text)) =>
	Array.from(readCsv(text, delimiter), ({ line, cells }) => [line, ...cells]);

test.each([
	[
		"a,b\n1,2",
		[
			[1, "a", "b"],
			[2, "1", "2"],
		],
	],
	[
		`${byteOrderMark}a;b\r\n1;"2,5"\r\n`,
		[
			[1, "a", "b"],
			[2, "1", "2,5"],
		],
	],
	[
		"a\tb\r1\t2",
		[
			[1, "a", "b"],
			[2, "1", "2"],
		],
	],
	[
		'a,b\n"1\r\n2",3\n\n4,',
		[
			[1, "a", "b"],
			[2, "1\r\n2", "3"],
			[5, "4", ""],
		],
	],
	['"a ""b""",12" pipe\n', [[1, 'a "b"', '12" pipe']]],
	[
		"a,b,\n,,\n1",
		[
			[1, "a", "b", ""],
			[3, "1"],
		],
	],
	["", []],
])("reads %j", (text, expected) => {
	expect(getRecords(text)).toEqual(expected);
});

test("reports a quotation mark that is never closed", () => {
	const records = [...readCsv('a,b\n1,"2\n3,4\n', ",")];
	expect(records).toEqual([
		{ line: 1, cells: ["a", "b"], hasUnclosedQuote: false },
		{ line: 2, cells: ["1", "2\n3,4\n"], hasUnclosedQuote: true },
	]);
});
