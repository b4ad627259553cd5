import { expect, test } from "vitest";
import { formatDateTime, formatDay } from "./dates.ts";
import { endOfDay, lastFullDayBefore } from "./days.ts";

test("endOfDay is when the day has ended in every time zone, and lastFullDayBefore reverses it", () => {
	const end = endOfDay(Date.UTC(2026, 11, 31));
	const formatInLastZone = (date: Date) => formatDateTime(date, "Etc/GMT+12");
	expect(formatInLastZone(new Date(end.getTime() - 1))).toMatch(/^Dec 31, 2026, 11:59 PM/);
	expect(formatInLastZone(end)).toMatch(/^Jan 1, 2027, 12:00 AM/);
	const midnight = new Date(Date.UTC(2027, 0, 1));
	expect([end, midnight].map(lastFullDayBefore).map(formatDay)).toEqual([
		"Dec 31, 2026",
		"Dec 31, 2026",
	]);
});
