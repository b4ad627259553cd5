import { expect, test } from "vitest";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { describeChange } from "./figures.tsx";

const counts = { format: formatWhole, fewerWord: "fewer", baseline: "the 30 days before" } as const;
const money = { format: formatCents, fewerWord: "less", baseline: "the year before" } as const;

test.each([
	[0, 0, counts, "None in the 30 days before either"],
	[3, 0, counts, "None in the 30 days before"],
	[12, 10, counts, "20% more than the 10 of the 30 days before"],
	[0, 10, counts, "100% fewer than the 10 of the 30 days before"],
	[1_001, 1_000, counts, "About the same as the 1,000 of the 30 days before"],
	[50_000, 100_000, money, "50% less than the $1,000.00 of the year before"],
	[3_000_000, 1_000, money, "Up from $10.00 in the year before"],
])("compares %d with the previous %d", (current, previous, wording, sentence) => {
	expect(describeChange(current, previous, wording)).toBe(sentence);
});
