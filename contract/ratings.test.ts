import { expect, test } from "vitest";
import { formatAverage, parseStars, summarizeRatings } from "./ratings.ts";

test("returns the number and the average of ratings", () => {
	const summary = summarizeRatings({ 1: 1, 2: 0, 3: 0, 4: 1, 5: 2 });
	const counts = { 1: 1, 2: 0, 3: 0, 4: 1, 5: 2 };
	expect(summary).toEqual({ count: 4, average: 3.75, counts });
	expect(formatAverage(summary?.average ?? 0)).toBe("3.8");
});

test("averages exact ratings, but counts them by rounded stars", () => {
	expect(summarizeRatings({ 4.5: 1 })).toEqual({ count: 1, average: 4.5, counts: { 5: 1 } });
	expect(summarizeRatings({ 3.4: 1, 3: 1 })).toEqual({ count: 2, average: 3.2, counts: { 3: 2 } });
});

test("returns null without ratings", () => {
	expect(summarizeRatings({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })).toBeNull();
});

test.each([
	["1", 1],
	[" 5 ", 5],
	["4.5", 4.5],
	["4.44", 4.4],
	["4,5", 4.5],
	["5,1", null],
	["5.1", null],
	["0.9", null],
	["-3", null],
	["", null],
	["five", null],
	["5 stars", null],
])("converts the rating '%s' to stars: %s", (ratings, stars) => {
	expect(parseStars(ratings)).toBe(stars);
});
