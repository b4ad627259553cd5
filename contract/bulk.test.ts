import * as v from "valibot";
import { expect, test } from "vitest";
import { type BulkOutcome, bulkActions, summarizeOutcome } from "./bulk.ts";
import { tableSize } from "./limits.ts";
import { invalid } from "./messages.ts";
import { parseInput } from "./parse.ts";
import { bulkSchema } from "./schemas/bulk.ts";

test.each<[BulkOutcome, string]>([
	[{ done: 1, errors: [] }, "1 order shipped."],
	[{ done: 3, errors: [] }, "3 orders shipped."],
	[{ done: 2, errors: ["order_unpaid"] }, "2 orders shipped. 1 was not: it is not paid yet."],
	[
		{ done: 1, errors: ["order_unpaid", "order_unpaid"] },
		"1 order shipped. 2 were not: they are not paid yet.",
	],
	[
		{ done: 0, errors: ["order_unpaid", "order_not_found", "already_shipped", "order_unpaid"] },
		"No order shipped. 4 were not: 2 are not paid yet, 1 is gone already, 1 was shipped before.",
	],
	[
		{ done: 0, errors: ["payment_unavailable"] },
		"No order shipped. 1 was not: it could not be reached just now.",
	],
	[
		{ done: 0, errors: ["forbidden", "forbidden"] },
		"No order shipped. 2 were not: they could not be changed.",
	],
])("%j is summarized as: %s", (outcome, words) => {
	expect(summarizeOutcome("shipOrder", outcome)).toBe(words);
});

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => idOf(index));
const parse = (ids: unknown, bulk: unknown = "shipOrder") =>
	parseInput(bulkSchema(["shipOrder"]), { bulk, ids });

test("duplicate rows count once, and one page of rows is the maximum", () => {
	const ids = idsTo(tableSize);
	expect(parse([...ids, ...ids])).toMatchObject({ success: true, output: { ids } });
	expect(parse(idsTo(tableSize + 1))).toMatchObject({ success: false });
});

test.each([["A".repeat(24)], ["../../x"], ["' or 1=1"], [""], [7]])("%s is no id", (id) => {
	expect(parse([id]).success).toBe(false);
});

test("no row, and what this table does not allow, is refused", () => {
	expect(parse([])).toMatchObject({ issues: [{ field: "ids", message: invalid.selection }] });
	for (const action of bulkActions.filter((each) => each !== "shipOrder")) {
		expect(v.safeParse(bulkSchema(["shipOrder"]), { bulk: action, ids: [idOf(1)] }).success).toBe(
			false,
		);
	}
});
