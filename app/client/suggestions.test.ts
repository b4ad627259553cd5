import { expect, test } from "vitest";
import { getNextIndex } from "./suggestions.ts";

test("arrow keys cycle through the field and the options", () => {
	const down = [-1, 0, 1, 2].map((active) => getNextIndex("ArrowDown", active, 3));
	const up = [-1, 2, 1, 0].map((active) => getNextIndex("ArrowUp", active, 3));
	expect(down).toEqual([0, 1, 2, -1]);
	expect(up).toEqual([2, 1, 0, -1]);
});
