const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const getMonth = (date: Date) => months[date.getUTCMonth()];

// In UTC, so that server and browser render the same text. Without `Intl`, which is slow (numbers.ts).
export const formatDay = (date: Date): string =>
	`${formatShortDay(date)}, ${date.getUTCFullYear()}`;
export const formatShortDay = (date: Date): string => `${getMonth(date)} ${date.getUTCDate()}`;
export const formatMonth = (date: Date): string => `${getMonth(date)} ${date.getUTCFullYear()}`;

/** Such as `Nov 24, 2026, 5:32 AM UTC`, or `Nov 24, 5:32 AM UTC` without the year. */
export function formatUtcTime(date: Date, hasYear = true): string {
	const day = hasYear ? formatDay(date) : formatShortDay(date);
	const hours = date.getUTCHours();
	const minutes = String(date.getUTCMinutes()).padStart(2, "0");
	return `${day}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"} UTC`;
}

const dateTimeOptions: Intl.DateTimeFormatOptions = {
	day: "numeric",
	month: "short",
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
};

/** Cached, because creating a formatter takes 50 times as long as formatting a date. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string, hasYear: boolean): Intl.DateTimeFormat {
	const key = `${timeZone} ${hasYear}`;
	const cached = formatters.get(key);
	if (cached) return cached;
	const yearOptions: Intl.DateTimeFormatOptions = hasYear ? { year: "numeric" } : {};
	const options = { ...dateTimeOptions, ...yearOptions, timeZone };
	const formatter = new Intl.DateTimeFormat("en-US", options);
	formatters.set(key, formatter);
	return formatter;
}

/** @param timeZone - name from the IANA database, such as `America/Chicago`; the result ends with its abbreviation */
export const formatDateTime = (date: Date, timeZone: string, hasYear = true): string =>
	getFormatter(timeZone, hasYear)
		.format(date)
		// Intl puts a narrow no-break space before AM and PM, which plain text and some fonts lack.
		.replace("\u202f", " ");
