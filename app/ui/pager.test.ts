import fc from "fast-check";
import { expect, test } from "vitest";
import { listPagerItems } from "./pager.tsx";

test("shows all pages if there are at most seven", () => {
	expect(listPagerItems(3, 4)).toEqual([0, 1, 2, 3]);
});

test("leaves out pages that are far from the current one", () => {
	expect(listPagerItems(0, 20)).toEqual([0, 1, 2, 3, "gap-after", 19]);
	expect(listPagerItems(9, 20)).toEqual([0, "gap-before", 8, 9, 10, "gap-after", 19]);
	expect(listPagerItems(19, 20)).toEqual([0, "gap-before", 16, 17, 18, 19]);
});

test("always shows the first, last and current page once, in order", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (pageCount, number) => {
			const page = number % pageCount;
			const numbers = listPagerItems(page, pageCount).filter((item) => typeof item === "number");
			expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
			expect(numbers).toEqual(expect.arrayContaining([0, page, pageCount - 1]));
		}),
	);
});
