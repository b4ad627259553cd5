const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const monthOf = (date: Date) => months[date.getUTCMonth()];

// In UTC, so that server and browser render the same text; not by `Intl`, as in numbers.ts.
export const formatDay = (date: Date): string =>
	`${formatShortDay(date)}, ${date.getUTCFullYear()}`;
export const formatShortDay = (date: Date): string => `${monthOf(date)} ${date.getUTCDate()}`;
export const formatMonth = (date: Date): string => `${monthOf(date)} ${date.getUTCFullYear()}`;

/** Such as `Nov 24, 2026, 5:32 AM UTC`. */
export function formatUtcTime(date: Date): string {
	const hours = date.getUTCHours();
	const minutes = String(date.getUTCMinutes()).padStart(2, "0");
	return `${formatDay(date)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"} UTC`;
}

const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** When a day has ended in every time zone, the last of which is UTC-12. @param day its beginning in UTC, in ms */
export const endOfDay = (day: number): Date => new Date(day + 36 * hourMs);

/** Reverses `endOfDay`: returns a time on that day. Also works for quotes of earlier versions, which ended at 24:00 UTC. */
export const lastFullDayBefore = (end: Date): Date => new Date(end.getTime() - 12 * hourMs - 1);

const dateTimeOptions: Intl.DateTimeFormatOptions = {
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
};

/** By time zone. Creating one takes 50 times as long as formatting a date. */
const dateTimes = new Map<string, Intl.DateTimeFormat>();

function dateTimeIn(timeZone: string): Intl.DateTimeFormat {
	const known = dateTimes.get(timeZone);
	if (known) return known;
	const dateTime = new Intl.DateTimeFormat("en-US", { ...dateTimeOptions, timeZone });
	dateTimes.set(timeZone, dateTime);
	return dateTime;
}

/** @param timeZone from the IANA database, such as `America/Chicago`. Its abbreviation is part of the result. */
export const formatDateTime = (date: Date, timeZone: string): string =>
	dateTimeIn(timeZone)
		.format(date)
		// Intl puts a narrow no-break space before AM and PM, which plain text and some fonts lack.
		.replace("\u202f", " ");
