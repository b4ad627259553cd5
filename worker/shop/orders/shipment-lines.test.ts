import { expect, test } from "vitest";
import { invalid } from "#contract/messages.ts";
import { parseShipmentLines } from "./shipment-lines.ts";

const parse = (text: string) =>
	parseShipmentLines(text).map(({ order, carrier, trackingNumber }) => [
		order,
		carrier,
		trackingNumber,
	]);

const expected = [
	["6920AF31B0C4", "UPS", "1Z999"],
	["7a20af31b0c4", "", ""],
];

test.each([
	["commas", "6920AF31B0C4, UPS, 1Z999\n7a20af31b0c4"],
	["semicolons", "6920AF31B0C4;UPS;1Z999\r\n7a20af31b0c4;;"],
	["tabs", "6920AF31B0C4\tUPS\t1Z999\r7a20af31b0c4\t\t"],
	["quotes and blank lines", '\n"6920AF31B0C4", "UPS","1Z 999"\n\n  \n"7a20af31b0c4","",""\n'],
	["separators", "6920AF31B0C4,UPS,1Z-9\u201199\u200b\n7a20af31b0c4,,-"],
	["wide characters", "6920AF31B0C4,UPS,１Ｚ９９９\n7a20af31b0c4"],
	["a header", "Order,Carrier,Number\n6920AF31B0C4,UPS,1Z999\n7a20af31b0c4,,"],
	[
		"a header with columns in another order",
		"Date;Tracking Number;Order Number;Service\n1/2;1Z999;6920AF31B0C4;UPS\n1/2;;7a20af31b0c4;",
	],
])("reads lines with %s", (_, text) => {
	expect(parse(text)).toEqual(expected);
});

test("reads a line of two cells as an order and its tracking number", () => {
	expect(parse("6920AF31B0C4, 1Z999")).toEqual([["6920AF31B0C4", "", "1Z999"]]);
});

test("only the first line can be a header", () => {
	const line = "Reference,Carrier,Number";
	expect(parse(`${line}\n6920AF31B0C4,UPS,1Z999\n${line}`)).toEqual([
		["6920AF31B0C4", "UPS", "1Z999"],
		["Reference", "Carrier", "Number"],
	]);
	expect(parse(`6920AF31B0C4,UPS,1Z999\n${line}`)[1]).toEqual(["Reference", "Carrier", "Number"]);
});

test("a quoted cell may contain the separator and quotes", () => {
	expect(parse('6920AF31B0C4,"Joe ""Fast"" Freight, Inc.",7')).toEqual([
		["6920AF31B0C4", 'Joe "Fast" Freight, Inc.', "7"],
	]);
});

test("reports values that cannot be stored, with their line numbers", () => {
	const lines = parseShipmentLines(
		"Order,Carrier,Number\n\n6920AF31B0C4,UPS\u00e9,ü\n7a20af31b0c4,UPS,\n8a20af31b0c4,UPS,1.23457E+17\n9a20af31b0c4,DHL,1e17",
	);
	expect(lines.map(({ number, problem }) => [number, problem])).toEqual([
		[3, "A tracking number has only letters, digits and symbols"],
		[4, "Enter the tracking number too, or remove the carrier"],
		[5, invalid.scientificNotation],
		[6, null],
	]);
});
