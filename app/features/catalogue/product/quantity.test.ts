import { expect, test } from "vitest";
import { findBrokenRule, totalCentsOf } from "#contract/order-rules.ts";
import { describeQuantity } from "./quantity.ts";

const tool = { priceCents: 500, minimum: 10, orderMultiple: 1, quantity: 400, priceBreaks: [] };
const withBreaks = {
	...tool,
	priceBreaks: [
		[50, 460],
		[100, 380],
	] as const,
};
const inCartons = { ...tool, minimum: 12, orderMultiple: 12, quantity: 40 };

test.each([
	["the total at the list price", tool, 10, 5_000, 500, null],
	["the total at a break", withBreaks, 100, 38_000, 380, null],
	["no break that costs much more", withBreaks, 38, 19_000, 500, null],
	["a break that costs a little more", withBreaks, 42, 21_000, 500, "Add 8 more to pay $4.60 each"],
	[
		"a break that costs less",
		withBreaks,
		90,
		41_400,
		460,
		"Add 10 more to pay $3.80 each, $34.00 less in all",
	],
	["no break above the stock", { ...withBreaks, quantity: 99 }, 90, 41_400, 460, null],
	["the cartons above", inCartons, 13, null, 500, "Cartons of 12: round up to 24"],
	["the cartons in stock", inCartons, 37, null, 500, "Cartons of 12: round down to 36"],
	["the minimum of cartons", inCartons, 5, null, 500, "Cartons of 12: round up to 12"],
	["nothing to round", inCartons, 24, 12_000, 500, null],
	["nothing without a number", tool, Number.NaN, null, 500, null],
])("suggests %s", (_, product, quantity, total, unitCents, label) => {
	const described = describeQuantity(product, quantity);
	expect(described).toMatchObject({ total, unitCents });
	expect(described.suggestion?.label ?? null).toBe(label);
	const { suggestion } = described;
	if (suggestion) expect(findBrokenRule(product, suggestion.quantity)).toBeNull();
});

test("says why a quantity cannot be ordered", () => {
	expect(describeQuantity(tool, 9).error).toBe(findBrokenRule(tool, 9)?.message);
	expect(describeQuantity(tool, 10)).toMatchObject({ error: null, total: totalCentsOf(tool, 10) });
});
