import { dayMs } from "#contract/days.ts";

/** The chart shows the last 30 days or the last 12 months. */
export const spans = ["days", "months"] as const;
export type Span = (typeof spans)[number];

/** Days since 1970 in UTC, both inclusive. */
export type Period = { from: number; to: number };

/** Returns the number of days since 1970 in UTC. */
export const toDayNumber = (time: Date): number => Math.floor(time.getTime() / dayMs);

export const getDayStart = (day: number): Date => new Date(day * dayMs);

/** Returns a date as days since 1970. Like `Date.UTC`, accepts days and months that are out of range. */
const utcDay = (year: number, monthIndex: number, dayOfMonth: number) =>
	Date.UTC(year, monthIndex, dayOfMonth) / dayMs;

const daysShown = 30;
const monthsShown = 12;

/** Returns the same date a year earlier. February 29 becomes February 28. */
function getSameDayLastYear(today: Date): number {
	const [year, month] = [today.getUTCFullYear() - 1, today.getUTCMonth()];
	const lastOfMonth = utcDay(year, month + 1, 0);
	return Math.min(utcDay(year, month, today.getUTCDate()), lastOfMonth);
}

/** Returns the charted period and an earlier one to compare it with: the previous 30 days, or the same days a year earlier. */
export function getPeriods(span: Span, now: Date): { current: Period; previous: Period } {
	const today = toDayNumber(now);
	if (span === "days") {
		const from = today - daysShown + 1;
		return { current: { from, to: today }, previous: { from: from - daysShown, to: from - 1 } };
	}
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1];
	return {
		current: { from: utcDay(year, month, 1), to: today },
		previous: { from: utcDay(year - 1, month, 1), to: getSameDayLastYear(now) },
	};
}

/** Totals of paid orders. */
export type Sales = { orders: number; pieces: number; revenueCents: number };

/** `day`: days since 1970 in UTC. */
export type DaySales = Sales & { day: number };

export type SalesPoint = Sales & { start: Date };

const noSales: Sales = { orders: 0, pieces: 0, revenueCents: 0 };

const addSales = (a: Sales, b: Sales): Sales => ({
	orders: a.orders + b.orders,
	pieces: a.pieces + b.pieces,
	revenueCents: a.revenueCents + b.revenueCents,
});

const filterRows = (rows: DaySales[], { from, to }: Period) =>
	rows.filter(({ day }) => day >= from && day <= to);

export const sumSales = (rows: DaySales[], period: Period) =>
	filterRows(rows, period).reduce<Sales>(addSales, noSales);

function getPointStart(span: Span, day: number): number {
	const start = getDayStart(day);
	return span === "days" ? start.getTime() : start.setUTCDate(1);
}

/** Returns a point for each day or month, including those without sales. */
export function createChartPoints(rows: DaySales[], span: Span, period: Period): SalesPoint[] {
	const points = new Map<number, Sales>();
	for (let day = period.from; day <= period.to; day += 1) {
		points.set(getPointStart(span, day), noSales);
	}
	for (const row of filterRows(rows, period)) {
		const start = getPointStart(span, row.day);
		points.set(start, addSales(points.get(start) ?? noSales, row));
	}
	return Array.from(points, ([start, sales]) => ({ ...sales, start: new Date(start) }));
}
