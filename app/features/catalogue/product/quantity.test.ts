import { expect, test } from "vitest";
import { computeTotalCents, findBrokenRule } from "#contract/order-rules.ts";
import { createOrderable } from "../../../../tests/support/orderable.ts";
import {
	evaluateQuantity,
	parseOrderable,
	readTypedQuantity,
	serializeOrderable,
} from "./quantity.ts";

const tool = createOrderable({ priceCents: 500, minimum: 10, quantity: 400 });
const toolWithBreaks = {
	...tool,
	priceBreaks: [
		[50, 460],
		[100, 380],
	] as const,
};
const toolInCartons = { ...tool, minimum: 12, orderMultiple: 12, quantity: 40 };

test.each([
	["shows the total at the list price", tool, 10, 5_000, 500, null],
	["shows the total at a price break", toolWithBreaks, 100, 38_000, 380, null],
	["does not suggest a price break that costs much more", toolWithBreaks, 38, 19_000, 500, null],
	[
		"suggests a price break that costs a little more",
		toolWithBreaks,
		42,
		21_000,
		500,
		"Add 8 more to pay $4.60 each",
	],
	[
		"suggests a price break that costs less",
		toolWithBreaks,
		90,
		41_400,
		460,
		"Add 10 more to pay $3.80 each, $34.00 less in total",
	],
	[
		"does not suggest a price break above the stock",
		{ ...toolWithBreaks, quantity: 99 },
		90,
		41_400,
		460,
		null,
	],
	[
		"suggests rounding up to whole cartons",
		toolInCartons,
		13,
		null,
		500,
		"Cartons of 12: round up to 24",
	],
	[
		"suggests rounding down to the cartons in stock",
		toolInCartons,
		37,
		null,
		500,
		"Cartons of 12: round down to 36",
	],
	[
		"suggests the minimum number of cartons",
		toolInCartons,
		5,
		null,
		500,
		"Cartons of 12: round up to 12",
	],
	["suggests nothing for whole cartons", toolInCartons, 24, 12_000, 500, null],
	["suggests nothing if the quantity is not a number", tool, Number.NaN, null, 500, null],
])("%s", (_, product, quantity, totalCents, unitCents, label) => {
	const evaluation = evaluateQuantity(product, quantity);
	expect(evaluation).toMatchObject({ totalCents, unitCents });
	expect(evaluation.suggestion?.label ?? null).toBe(label);
	const { suggestion } = evaluation;
	if (suggestion) expect(findBrokenRule(product, suggestion.quantity)).toBeNull();
});

test("says why a quantity cannot be ordered", () => {
	expect(evaluateQuantity(tool, 9).error).toBe(findBrokenRule(tool, 9)?.message);
	expect(evaluateQuantity(tool, 10)).toMatchObject({
		error: null,
		totalCents: computeTotalCents(tool, 10),
	});
	const tooLarge = readTypedQuantity("99999999999999999999");
	expect(evaluateQuantity(tool, tooLarge).error).toBe("This number is too large");
	expect(evaluateQuantity(tool, Number.NaN).error).toBeNull();
});

test("serializes only the properties that the order rules use", () => {
	const product = { ...toolWithBreaks, description: "Words." };
	expect(parseOrderable(serializeOrderable(product))).toEqual(toolWithBreaks);
});

test.each([
	["12", 12],
	[" 012 ", 12],
	["-0", -0],
	["1e1", Number.NaN],
	["12.0", Number.NaN],
	["", Number.NaN],
])("reads a typed quantity as the order form does: %j", (text, quantity) => {
	expect(readTypedQuantity(text)).toBe(quantity);
});
