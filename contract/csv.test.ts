import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvRecord } from "./csv.ts";

/** A minimal parser of RFC 4180. */
function parseCsv(text: string): string[][] {
	const records: string[][] = [];
	let [record, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
	for (let index = 0; index < text.length; index += 1) {
		const [character, next] = [text[index], text[index + 1]];
		if (isQuoted && character === '"' && next === '"') {
			cell += '"';
			index += 1;
		} else if (character === '"') isQuoted = !isQuoted;
		else if (!isQuoted && character === ",") {
			record.push(cell);
			cell = "";
		} else if (!isQuoted && character === "\r" && next === "\n") {
			records.push([...record, cell]);
			[record, cell] = [[], ""];
			index += 1;
		} else cell += character;
	}
	return records;
}

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
const cells = fc.oneof(riskyText, fc.string({ unit: "binary" }));
const table = fc.array(fc.array(cells, { minLength: 3, maxLength: 3 }), { maxLength: 8 });

test("preserves all cell values, and none of them can start a formula", () => {
	const check = fc.property(table, (rows) => {
		const parsed = parseCsv(rows.map(csvRecord).join(""));
		const withoutApostrophes = (table: string[][]) =>
			table.map((row) => row.map((cell) => cell.replaceAll("'", "")));
		expect(withoutApostrophes(parsed)).toEqual(withoutApostrophes(rows));
		for (const cell of parsed.flat()) {
			expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n]\s*[=+\-@＝＋－＠]/);
		}
	});
	fc.assert(check, { numRuns: 1_000 });
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
	expect(csvCell(value)).toBe(expected);
});
