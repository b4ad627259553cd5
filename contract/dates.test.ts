import { expect, test } from "vitest";
import { formatDateTime } from "./dates.ts";

test("a time is shown in each time zone, however often it was shown in another one", () => {
	const at = new Date("2026-11-21T08:30:00Z");
	const zones = ["UTC", "America/Chicago", "UTC", "America/Chicago"];
	expect(zones.map((zone) => formatDateTime(at, zone))).toEqual([
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
		"Nov 21, 2026, 8:30 AM UTC",
		"Nov 21, 2026, 2:30 AM CST",
	]);
});
