/** How the sales are shown: the last 30 days, or the last 12 months. */
export const spans = ["days", "months"] as const;
export type Span = (typeof spans)[number];

/** Days since 1970 in UTC, both included. */
export type Period = { from: number; to: number };

const dayMs = 24 * 60 * 60 * 1000;

/** @returns days since 1970 in UTC, as `daily_sales` counts them */
export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs);

export const startOf = (day: number): Date => new Date(day * dayMs);

const dayAt = (year: number, month: number, day: number) => Date.UTC(year, month, day) / dayMs;

const daysShown = 30;
const monthsShown = 12;

/** The same date a year ago: of 29 February the 28th. */
function aYearBefore(today: Date): number {
	const [year, month] = [today.getUTCFullYear() - 1, today.getUTCMonth()];
	const last = dayAt(year, month + 1, 0);
	return Math.min(dayAt(year, month, today.getUTCDate()), last);
}

/** The period shown, and the one that it is compared with: 30 days and the 30 before; 12 months to today, and as much a year earlier. */
export function getPeriods(span: Span, now: Date): { shown: Period; before: Period } {
	const today = dayOf(now);
	if (span === "days") {
		const from = today - daysShown + 1;
		return { shown: { from, to: today }, before: { from: from - daysShown, to: from - 1 } };
	}
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1];
	return {
		shown: { from: dayAt(year, month, 1), to: today },
		before: { from: dayAt(year - 1, month, 1), to: aYearBefore(now) },
	};
}

/** What was paid, in orders, pieces and cents. */
export type Sales = { orders: number; pieces: number; revenueCents: number };

/** `day`: days since 1970 in UTC. */
export type DaySales = Sales & { day: number };

/** Of a day or a month. */
export type SalesPoint = Sales & { start: Date };

const none: Sales = { orders: 0, pieces: 0, revenueCents: 0 };

const add = (one: Sales, other: Sales): Sales => ({
	orders: one.orders + other.orders,
	pieces: one.pieces + other.pieces,
	revenueCents: one.revenueCents + other.revenueCents,
});

const isIn =
	({ from, to }: Period) =>
	({ day }: DaySales) =>
		day >= from && day <= to;

export const sumOf = (rows: DaySales[], period: Period): Sales =>
	rows.filter(isIn(period)).reduce<Sales>(add, none);

function startOfPoint(span: Span, day: number): number {
	const start = startOf(day);
	return span === "days" ? start.getTime() : start.setUTCDate(1);
}

/** @returns a point for each day or month of a period, those in which nothing was paid too */
export function createPoints(rows: DaySales[], span: Span, period: Period): SalesPoint[] {
	const points = new Map<number, Sales>();
	for (let day = period.from; day <= period.to; day += 1) {
		points.set(startOfPoint(span, day), none);
	}
	for (const row of rows.filter(isIn(period))) {
		const start = startOfPoint(span, row.day);
		points.set(start, add(points.get(start) ?? none, row));
	}
	return Array.from(points, ([start, sales]) => ({ ...sales, start: new Date(start) }));
}
