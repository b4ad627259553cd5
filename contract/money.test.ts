import { expect, test } from "vitest";
import { centsFromDollars, formatCents, formatMinorUnits } from "./money.ts";

test.each([
	["19.99", 1_999],
	[" 19.9 ", 1_990],
	[0.1, 10],
	["999999999.99", 99_999_999_999],
	["1000000000", null],
	["19.999", null],
	["-1", null],
	["1e3", null],
	["", null],
])("%j dollars are %j cents", (dollars, cents) => {
	expect(centsFromDollars(dollars)).toBe(cents);
});

test.each([
	[0, "$0.00"],
	[-123_456, "-$1,234.56"],
	[99_999_999, "$999,999.99"],
])("formats %d cents as %s", (cents, text) => {
	expect(formatCents(cents)).toBe(text);
});

test.each([
	[500, "usd", "$5.00"],
	[500, "jpy", "¥500"],
	[500, "isk", "ISK\u00a05"],
	[5_000, "kwd", "KWD\u00a05.000"],
])("formats %d minor units of %s as %s", (amount, currency, text) => {
	expect(formatMinorUnits(amount, currency)).toBe(text);
});
