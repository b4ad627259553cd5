import { expect, test } from "vitest";
import {
	formatDateTime,
	formatDay,
	formatLocalDay,
	formatMonth,
	formatShortDay,
	formatUtcTime,
} from "./dates.ts";

test("formats a time in alternating time zones", () => {
	const at = new Date("2026-11-21T08:30:00Z");
	const zones = ["UTC", "America/Chicago", "UTC", "America/Chicago"];
	expect(zones.map((zone) => formatDateTime(at, zone))).toEqual([
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
	]);
});

test("formats a time alternately with and without its year", () => {
	const at = new Date("2027-01-01T03:30:00Z");
	expect(
		[true, false, true].map((hasYear) => formatDateTime(at, "America/Chicago", hasYear)),
	).toEqual(["Dec 31, 2026, 9:30 PM CST", "Dec 31, 9:30 PM CST", "Dec 31, 2026, 9:30 PM CST"]);
	expect(formatUtcTime(at, false)).toBe("Jan 1, 3:30 AM UTC");
	expect(formatLocalDay(at, "America/Chicago")).toBe("Dec 31, 2026");
	expect(formatLocalDay(at, "UTC")).toBe(formatDay(at));
});

test("formatUtcTime formats a time as formatDateTime does in UTC", () => {
	const times = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour, hour)));
	for (const hasYear of [true, false]) {
		expect(times.map((time) => formatUtcTime(time, hasYear))).toEqual(
			times.map((time) => formatDateTime(time, "UTC", hasYear)),
		);
	}
});

test("formats days and months in UTC as Intl does in American English", () => {
	const dates = Array.from({ length: 24 }, (_, month) => [
		new Date(Date.UTC(2025, month, 1)),
		new Date(Date.UTC(2025, month + 1, 1) - 1),
	]).flat();
	const expectSame = (format: (date: Date) => string, options: Intl.DateTimeFormatOptions) => {
		const formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
		expect(dates.map(format)).toEqual(dates.map((date) => formatter.format(date)));
	};
	expectSame(formatDay, { day: "numeric", month: "short", year: "numeric" });
	expectSame(formatShortDay, { day: "numeric", month: "short" });
	expectSame(formatMonth, { month: "short", year: "numeric" });
});
