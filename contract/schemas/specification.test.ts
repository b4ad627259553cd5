import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { formatSpecification, invalidSpecification, specification } from "./specification.ts";

const parse = (input: unknown) => v.safeParse(specification, input);

test("parses each line to a row: the name before the first colon, the value after it", () => {
	const { output } = parse("Length: 465 mm\r\n\n  Ratio : 1:3 \nDrive: 1/2 in");
	expect(output).toEqual([
		["Length", "465 mm"],
		["Ratio", "1:3"],
		["Drive", "1/2 in"],
	]);
	expect(parse("").output).toEqual([]);
});

test.each([
	["a line without a colon", "Length 465 mm"],
	["an empty name", ": 465 mm"],
	["an empty value", "Length:  "],
	["a name that is too long", `${"n".repeat(61)}: x`],
	["a value that is too long", `n: ${"x".repeat(201)}`],
	["too many lines", "Length: 1 mm\n".repeat(31)],
	["a row with three cells", [["a", "b", "c"]]],
	["a colon in a name", [["a:b", "c"]]],
	["a line break in a value", [["a", "b\nc"]]],
	["a carriage return in a value", "a: b\rc"],
	["a carriage return in a name", [["a\rb", "c"]]],
	["a line separator in a value", [["a", "b\u2028c"]]],
	["a number instead of text", 7],
])("reports one error for a specification with %s", (_, input) => {
	expect(parse(input).issues?.map(({ message }) => message)).toEqual([invalidSpecification]);
});

test("accepts thirty rows of the maximum length", () => {
	const rows = Array(30).fill(["n".repeat(60), "x".repeat(200)]);
	expect(parse(rows).output).toEqual(rows);
});

test("removes control characters except tabs, which become spaces", () => {
	expect(parse("Drive\tsize: 1/2\tin\u0007").output).toEqual([["Drive size", "1/2 in"]]);
});

test("formatting rows as text and parsing it returns the same rows", () => {
	const word = fc.stringMatching(/^[a-z0-9 /.±–]{0,20}[a-z]$/).map((text) => text.trim());
	fc.assert(
		fc.property(fc.array(fc.tuple(word, word), { maxLength: 30 }), (rows) => {
			expect(parse(formatSpecification(rows)).output).toEqual(rows);
		}),
	);
});
