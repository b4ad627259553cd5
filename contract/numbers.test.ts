import { expect, test } from "vitest";
import { formatCents } from "./money.ts";
import { formatInteger } from "./numbers.ts";

const integers = [0, 1, 12, 123, 999, 1000, 12_345, 123_456, 999_999, 1_000_000, 1_234_567_890];

test("formats numbers and amounts as Intl does in American English", () => {
	const number = new Intl.NumberFormat("en-US");
	const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
	const values = integers.flatMap((integer) => (integer === 0 ? [0] : [integer, -integer]));
	expect(values.map(formatInteger)).toEqual(values.map((value) => number.format(value)));
	expect(values.map(formatCents)).toEqual(values.map((value) => dollars.format(value / 100)));
});
