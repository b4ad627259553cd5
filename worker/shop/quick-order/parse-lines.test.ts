import { expect, test } from "vitest";
import { quickOrderMaxBytes } from "#contract/limits.ts";
import { parseLines, parseQuantity } from "./parse-lines.ts";

const readLines = (text: string) => parseLines(text).map(({ item, quantity }) => [item, quantity]);

test.each([
	["Excel, tab", "TW-100\t12", "TW-100", "12"],
	["Excel, trailing empty cells", "TW-100\t12\t\t", "TW-100", "12"],
	["comma", "TW-100,12", "TW-100", "12"],
	["comma and spaces", "  TW-100 ,  12  ", "TW-100", "12"],
	["semicolon", "TW-100;12", "TW-100", "12"],
	["CSV quotes", '"Socket, 1/2"" drive","12"', 'Socket, 1/2" drive', "12"],
	["an inch mark outside quotes", '1/2" ratchet, 12', '1/2" ratchet', "12"],
	["commas in the name", "Wrench, 1/2 in, 40–200 Nm, 12", "Wrench, 1/2 in, 40–200 Nm", "12"],
	["a measure, then commas", "1/2in Socket, deep, 12", "1/2in Socket, deep", "12"],
	["quantity first, commas in the name", "12, Wrench, 1/2 in", "Wrench, 1/2 in", "12"],
	["quantity first", "12, TW-100", "TW-100", "12"],
	["quantity first, tab", "12\tTorque wrench", "Torque wrench", "12"],
	["part number of digits", "4711, 12", "4711", "12"],
	["part number of digits, quantity with decimals", "4711;12.00", "4711", "12.00"],
	["part number of digits, name, quantity", "4711,Torque wrench,12", "4711", "12"],
	["part number, name, quantity", "TW-100\tTorque wrench\t12", "TW-100", "12"],
	["part number, quantity, price", "TW-100;12;$4.50", "TW-100", "12"],
	["part number, quantity, price without sign", "TW-100;12;4.00", "TW-100", "12"],
	["part number, name, quantity, price", "TW-100;Torque wrench;12;54.50", "TW-100", "12"],
	["12x", "TW-100, 12x", "TW-100", "12x"],
	["12 pcs", "TW-100, 12 pcs", "TW-100", "12 pcs"],
	["thousands in quotes", 'TW-100,"1,200"', "TW-100", "1,200"],
	["thousands after a space", "TW-100, 1,200", "TW-100", "1,200"],
	["thousands, tab", "TW-100\t1,200", "TW-100", "1,200"],
	["a dot and three digits, kept to be corrected", "TW-100;1.200", "TW-100", "1.200"],
	["part number of digits, then a dot and three digits", "4711;1.000", "4711", "1.000"],
	["part number, name, a dot and three digits", "TW-100;Wrench;12.000", "TW-100", "12.000"],
	["a dot and three digits, no separator", "TW-100 x 1.200", "TW-100", "x 1.200"],
	["full-width digits", "TW-100\t１２", "TW-100", "12"],
	["full-width digits, no separator", "TW-100　１２", "TW-100", "12"],
	["no separator, * between", "TW-100 * 12", "TW-100", "* 12"],
	["no separator, * after a quantity", "12 * TW-100", "TW-100", "12 *"],
	["no separator, x before", "12 x Torque wrench", "Torque wrench", "12 x"],
	["no separator, x after", "Torque wrench x 12", "Torque wrench", "x 12"],
	["no separator, pieces", "Torque wrench 12 pcs", "Torque wrench", "12 pcs"],
	["no separator, part number", "TW-100 12", "TW-100", "12"],
	["no separator, quantity first", "12 TW-100", "TW-100", "12"],
	["a name that ends in a number has no quantity", "Socket set 94", "Socket set 94", ""],
	["an unclear thousands comma has no quantity", "TW-100,1,200", "TW-100", ""],
	["a quantity in words is kept to be corrected", "TW-100, twelve", "TW-100", "twelve"],
	["only a part number", "TW-100", "TW-100", ""],
	["a word processor's dash", "TTD–1303, 4", "TTD-1303", "4"],
	["a dash between two measures", "Wrench 40–200 Nm, 4", "Wrench 40–200 Nm", "4"],
	["a bullet and a colon", "* TTD-1601: 5", "TTD-1601", "5"],
	["another bullet", "• TTD-1601 5", "TTD-1601", "5"],
	["a numbered list", "2) TTD-1601 x 5", "TTD-1601", "x 5"],
	["a dash before the quantity", "- TTD-1203 - 6", "TTD-1203", "6"],
	["an en dash before the quantity", "TTD-1203 – 6 pcs", "TTD-1203", "6 pcs"],
	["a name that ends in a dash and a number", "Socket set - 94", "Socket set - 94", ""],
	["a ratio", "Multiplier 1:5", "Multiplier 1:5", ""],
	["the number of a single line is read as a part number", "1\tTTD-1601\t5", "1", "5"],
	["a formula escaped by the shop's CSV export", "TW-100,'=1+1", "TW-100", "=1+1"],
])("%s", (_, line, item, quantity) => {
	expect(readLines(line)).toEqual([[item, quantity]]);
});

test.each([
	["1201 x 4", "4", "1201 x", "1201", "4"],
	["4 x 1201", "1201", "4 x", "4", "1201"],
	["1201 × 4", "4", "1201 ×", "1201", "4"],
	["1201 * 4", "4", "1201 *", "1201", "4"],
	["1201 x4", "1201", "x4", "4", "1201"],
	["1201 4", "1201", "4", "4", "1201"],
	["1201 - 4", "1201", "4", "4", "1201"],
	["1201\t4", "1201", "4", "4", "1201"],
	["4;1201", "4", "1201", "1201", "4"],
])("%j has two interpretations", (text, item, quantity, secondItem, secondQuantity) => {
	const alternative = { item: secondItem, quantity: secondQuantity };
	expect(parseLines(text)).toEqual([{ item, quantity, alternative }]);
});

test.each([
	"Quantity\tPart number\n4\t1201",
	"4711,Torque wrench,12",
	"12 pcs 1201",
	"1201, 12 pcs",
	"1201, 1,200",
	"TTD-1201 x 4",
	"4 * TTD-1201",
	"1201-4",
	"1201",
])("%j has one interpretation", (text) => {
	expect(parseLines(text)).toMatchObject([{ item: expect.any(String) }]);
	expect(parseLines(text)[0]).not.toHaveProperty("alternative");
});

test.each([
	["Part number,Quantity\nTW-100,12", [["TW-100", "12"]]],
	["Qty\tSKU\tName\n12\tTW-100\tTorque wrench", [["TW-100", "12"]]],
	["Name;Part number;Price;Pieces\nTorque wrench;TW-100;4.00;12", [["TW-100", "12"]]],
	["Tool;Menge\nTorque wrench;12", [["Torque wrench", "12"]]],
	["Pieces;Code\n12;TW-100", [["TW-100", "12"]]],
	[
		"\ufeffsep=;\r\nTW-100;12\r\n\r\nRT-2;3\r\n",
		[
			["TW-100", "12"],
			["RT-2", "3"],
		],
	],
	[
		"TW-100,12\nTW-100,3",
		[
			["TW-100", "12"],
			["TW-100", "3"],
		],
	],
	["Part number,Quantity", []],
	["sep=;\nsep=TW-100;12", [["sep=TW-100", "12"]]],
	["Our order of Monday\n\nPart number;Pieces\nTW-100;12", [["TW-100", "12"]]],
	[
		"Please check the quantity\nTW-100,12",
		[
			["Please check the quantity", ""],
			["TW-100", "12"],
		],
	],
	[
		"TW-100,12\nPart number,Pieces\nRT-2,3",
		[
			["TW-100", "12"],
			["Part number", "Pieces"],
			["RT-2", "3"],
		],
	],
	[
		"1\tTTD-1601\t5\n2\tTTD-1303\t6",
		[
			["TTD-1601", "5"],
			["TTD-1303", "6"],
		],
	],
	[
		"10;TTD-1601;Ratchet;5\n20;TTD-1303;Wrench;6",
		[
			["TTD-1601", "5"],
			["TTD-1303", "6"],
		],
	],
	[
		"1,Torque wrench,5\n3,Ratchet,6",
		[
			["1", "5"],
			["3", "6"],
		],
	],
	[" \n\t\n,,\n", []],
	["", []],
])("reads %j", (text, lines) => {
	expect(readLines(text)).toEqual(lines);
});

test.each([
	["12", 12],
	["12x", 12],
	["x12", 12],
	["× 12", 12],
	["12 pcs.", 12],
	["12 Pieces", 12],
	["12 ea", 12],
	["12.00", 12],
	["1,200", 1_200],
	["1.200,00", 1_200],
	["1.000,000", 1_000],
	["1,000.000", 1_000],
	["1200.000", 1_200],
	["1.000.000", 1_000_000],
	["1.200", null],
	["1.000", null],
	["12.000 pcs", null],
	["x 0.500", null],
	["1 200", 1_200],
	["1\u202f200", 1_200],
	["1,000,000", 1_000_000],
	["1,000,001", null],
	["0", null],
	["-3", null],
	["1.5", null],
	["1,5", null],
	["twelve", null],
	["", null],
	["$4.00", null],
])("quantity %j is %j", (text, quantity) => {
	expect(parseQuantity(text)).toBe(quantity);
});

test("reads a 256 kB line quickly even if no pattern matches it", () => {
	const fill = (start: string, text: string) =>
		`${start}${text.repeat(quickOrderMaxBytes / text.length)}b`;
	for (const line of [
		fill("a", " "),
		fill("a x", " "),
		fill("a 1", " 111"),
		fill("a", " x"),
		fill('"a', "\t "),
		fill(";", "' "),
	]) {
		expect(parseLines(line), line.slice(0, 8)).toHaveLength(1);
	}
});
