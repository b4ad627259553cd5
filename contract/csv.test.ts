import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvRecord } from "./csv.ts";

/** RFC 4180 read the plain way. */
function parseCsv(text: string): string[][] {
	const records: string[][] = [];
	let [record, cell, quoted]: [string[], string, boolean] = [[], "", false];
	for (let at = 0; at < text.length; at += 1) {
		const [character, next] = [text[at], text[at + 1]];
		if (quoted && character === '"' && next === '"') {
			cell += '"';
			at += 1;
		} else if (character === '"') quoted = !quoted;
		else if (!quoted && character === ",") {
			record.push(cell);
			cell = "";
		} else if (!quoted && character === "\r" && next === "\n") {
			records.push([...record, cell]);
			[record, cell] = [[], ""];
			at += 1;
		} else cell += character;
	}
	return records;
}

const risky = fc.string({
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
const cells = fc.oneof(risky, fc.string({ unit: "binary" }));
const table = fc.array(fc.array(cells, { minLength: 3, maxLength: 3 }), { maxLength: 8 });

test("any cell values survive a round trip, and none can start a formula", () => {
	const check = fc.property(table, (rows) => {
		const read = parseCsv(rows.map(csvRecord).join(""));
		const bare = (table: string[][]) =>
			table.map((row) => row.map((cell) => cell.replaceAll("'", "")));
		expect(bare(read)).toEqual(bare(rows));
		for (const cell of read.flat()) {
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
])("%s is written %s", (value, written) => {
	expect(csvCell(value)).toBe(written);
});
