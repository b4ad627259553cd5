import { expect, test } from "vitest";
import { listMonths, readPeriod } from "./money-period.ts";

const now = new Date("2026-11-23T13:00:00Z");

test.each([
	["defaults to this month up to today", "", "2026-11-01", "2026-11-23"],
	["includes both days", "from=2026-10-05&to=2026-10-05", "2026-10-05", "2026-10-05"],
	["swaps days in the wrong order", "from=2026-10-31&to=2026-10-01", "2026-10-01", "2026-10-31"],
	["is limited to 92 days", "from=2026-01-01&to=2026-12-31", "2026-01-01", "2026-04-02"],
	["ignores a date before Stripe existed", "from=0026-11-02", "2026-11-01", "2026-11-23"],
	["ignores days that do not exist", "from=2026-13-01&to=x", "2026-11-01", "2026-11-23"],
])("the period %s", (_, query, from, to) => {
	const result = readPeriod(new URLSearchParams(query), now);
	expect([result.from, result.to]).toEqual([from, to]);
	expect(result.period).toEqual({
		from: new Date(`${from}T00:00:00Z`),
		to: new Date(Date.parse(`${to}T00:00:00Z`) + 24 * 60 * 60 * 1000),
	});
});

test("says whether the period is shorter than the chosen one", () => {
	const isCut = (to: string) =>
		readPeriod(new URLSearchParams({ from: "2026-01-01", to }), now).isCut;
	expect([isCut("2026-04-02"), isCut("2026-04-03")]).toEqual([false, true]);
});

test.each([
	["2026-11-23T13:00:00Z", ["2026-11-01", "2026-11-23"], ["2026-10-01", "2026-10-31"]],
	["2026-03-31T23:59:59Z", ["2026-03-01", "2026-03-31"], ["2026-02-01", "2026-02-28"]],
	["2027-01-01T00:00:00Z", ["2027-01-01", "2027-01-01"], ["2026-12-01", "2026-12-31"]],
])("at %s, this month is %j and last month is %j", (time, ...months) => {
	expect(listMonths(new Date(time)).map(({ from, to }) => [from, to])).toEqual(months);
});
