import { expect, test } from "vitest";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { describeChange } from "./figures.tsx";

const counts = {
	format: formatInteger,
	fewerWord: "fewer",
	baseline: "the previous 30 days",
} as const;
const money = {
	format: formatCents,
	fewerWord: "less",
	baseline: "the previous 12 months",
} as const;

test.each([
	[0, 0, counts, "None in the previous 30 days either"],
	[3, 0, counts, "None in the previous 30 days"],
	[12, 10, counts, "20% more than 10 in the previous 30 days"],
	[0, 10, counts, "100% fewer than 10 in the previous 30 days"],
	[1_001, 1_000, counts, "About the same as 1,000 in the previous 30 days"],
	[50_000, 100_000, money, "50% less than $1,000.00 in the previous 12 months"],
	[3_000_000, 1_000, money, "Up from $10.00 in the previous 12 months"],
])("compares %d with the previous %d", (current, previous, wording, sentence) => {
	expect(describeChange(current, previous, wording)).toBe(sentence);
});
