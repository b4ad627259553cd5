import { expect, test } from "vitest";
import { toolFilters } from "./tool-filters.ts";

test.each([
	[null, null, ""],
	[null, 500, "Up to $5.00"],
	[500, null, "$5.00 or more"],
	[500, 1_000, "$5.00 to $10.00"],
])("the price filter from %j to %j cents is labeled %j", (min, max, label) => {
	expect(toolFilters.min.label({ min, max })).toBe(label);
});
