import { expect, test } from "vitest";
import { formatDateTime, formatDay, formatMonth, formatShortDay, formatUtcTime } from "./dates.ts";

test("formats a time in several time zones by turns", () => {
	const at = new Date("2026-11-21T08:30:00Z");
	const zones = ["UTC", "America/Chicago", "UTC", "America/Chicago"];
	expect(zones.map((zone) => formatDateTime(at, zone))).toEqual([
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
	]);
});

test("formats UTC times like times in other time zones", () => {
	const times = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour, hour)));
	expect(times.map(formatUtcTime)).toEqual(times.map((time) => formatDateTime(time, "UTC")));
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
