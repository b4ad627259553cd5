import { type Period, type Span, startOf } from "./periods.ts";

/** What was paid, in orders, pieces and cents. */
export type Sales = { orders: number; pieces: number; revenueCents: number };

/** `day`: days since 1970 in UTC. */
export type DaySales = Sales & { day: number };

/** What was paid from a moment on, for a day or for a month. */
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

/** @returns what was paid in a period */
export const sumOf = (rows: DaySales[], period: Period): Sales =>
	rows.filter(isIn(period)).reduce<Sales>(add, none);

/** Where the day or month of a day begins. */
function startOfPoint(span: Span, day: number): number {
	const start = startOf(day);
	return span === "days" ? start.getTime() : start.setUTCDate(1);
}

/** @returns a point for each day or month of a period, those in which nothing was paid too */
export function pointsOf(rows: DaySales[], span: Span, period: Period): SalesPoint[] {
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
