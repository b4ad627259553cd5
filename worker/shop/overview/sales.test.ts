import fc from "fast-check";
import { expect, test } from "vitest";
import {
	createChartPoints,
	getDayStart,
	getPeriods,
	spans,
	sumSales,
	toDayNumber,
} from "./sales.ts";

const toDay = (text: string) => toDayNumber(new Date(text));
const formatDay = (number: number) => getDayStart(number).toISOString().slice(0, 10);
const createSales = (text: string, orders: number) => ({
	day: toDay(text),
	orders,
	pieces: 10 * orders,
	revenueCents: 1_000 * orders,
});

test("compares the 30 days that end today with the 30 days before", () => {
	const { current, previous } = getPeriods("days", new Date("2026-03-01T00:00:00Z"));
	expect([current.from, current.to, previous.from, previous.to].map(formatDay)).toEqual([
		"2026-01-31",
		"2026-03-01",
		"2026-01-01",
		"2026-01-30",
	]);
});

test("compares the last 12 calendar months with the same months a year earlier", () => {
	const { current, previous } = getPeriods("months", new Date("2028-02-29T23:59:59Z"));
	expect([current.from, current.to, previous.from, previous.to].map(formatDay)).toEqual([
		"2027-03-01",
		"2028-02-29",
		"2026-03-01",
		"2027-02-28",
	]);
});

test("counts days in UTC, including days without sales", () => {
	const { current } = getPeriods("days", new Date("2026-11-21T09:00:00Z"));
	const rows = [
		createSales("2026-10-22T23:59:59Z", 9),
		createSales("2026-10-23T00:00:00Z", 1),
		createSales("2026-11-21", 2),
	];
	const points = createChartPoints(rows, "days", current);
	expect(points).toHaveLength(30);
	expect(points[0]).toMatchObject({ orders: 1, start: new Date("2026-10-23T00:00:00Z") });
	expect(points.slice(1, -1).every(({ orders, pieces }) => orders + pieces === 0)).toBe(true);
	expect(points.at(-1)).toMatchObject({ orders: 2, pieces: 20, revenueCents: 2_000 });
	expect(sumSales(rows, current).orders).toBe(3);
});

test("adds up the days of a month", () => {
	const { current } = getPeriods("months", new Date("2026-11-21T09:00:00Z"));
	const rows = [
		createSales("2026-10-01", 1),
		createSales("2026-10-31", 2),
		createSales("2026-11-01", 4),
	];
	const points = createChartPoints(rows, "months", current);
	expect(points).toHaveLength(12);
	expect(points.map(({ orders }) => orders)).toEqual([...Array(10).fill(0), 3, 4]);
	expect(points[0]?.start.toISOString()).toBe("2025-12-01T00:00:00.000Z");
});

test("counts every sale once and creates all chart points at any time of the year", () => {
	const dates = fc.date({
		min: new Date("1999-01-01"),
		max: new Date("2099-12-31"),
		noInvalidDate: true,
	});
	const check = fc.property(
		dates,
		fc.constantFrom(...spans),
		fc.uniqueArray(fc.nat(800), { maxLength: 40 }),
		(now, span, ages) => {
			const rows = ages.map((age) => ({
				day: toDayNumber(now) - age,
				orders: 1,
				pieces: 2,
				revenueCents: 3,
			}));
			const { current, previous } = getPeriods(span, now);
			const points = createChartPoints(rows, span, current);
			const count = rows.filter(({ day }) => day >= current.from).length;
			expect(points.reduce((sum, { orders }) => sum + orders, 0)).toBe(count);
			expect(sumSales(rows, current).orders).toBe(count);
			expect(points).toHaveLength(span === "days" ? 30 : 12);
			expect(previous.to).toBeLessThan(current.from);
			const starts = points.map(({ start }) => start.getTime());
			expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
		},
	);
	fc.assert(check, { numRuns: 500 });
});
