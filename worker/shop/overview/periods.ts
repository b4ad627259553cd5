/** How the sales are shown: the last 30 days, or the last 12 months. */
export const spans = ["days", "months"] as const;
export type Span = (typeof spans)[number];

/** Days since 1970 in UTC, both included. */
export type Period = { from: number; to: number };

const dayMs = 86_400_000;

/** @returns days since 1970 in UTC, as `daily_sales` counts them */
export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs);

/** @returns the midnight with which a day begins */
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

/**
 * @param now the period that is shown ends with this day
 * @returns the period shown, and the one before that it is compared with: 30 days and the 30 before; the months from the
 * first of one to today, and as much a year earlier
 */
export function periodsOf(span: Span, now: Date): { shown: Period; before: Period } {
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
