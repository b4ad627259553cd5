const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const getMonth = (date: Date) => months[date.getUTCMonth()];

// In UTC, so that server and browser render the same text. Without `Intl`, which is slow (numbers.ts).
export const formatDay = (date: Date): string =>
	`${formatShortDay(date)}, ${date.getUTCFullYear()}`;
export const formatShortDay = (date: Date): string => `${getMonth(date)} ${date.getUTCDate()}`;
export const formatMonth = (date: Date): string => `${getMonth(date)} ${date.getUTCFullYear()}`;

/**
 * Such as `Nov 24, 2026 UTC`. For the day of a time in emails and on printed pages, which are the same in every time zone: the shop's pages
 * show the reader's day (app/ui/local-time.tsx).
 */
export const formatUtcDay = (date: Date): string => `${formatDay(date)} UTC`;

/** Such as `Nov 24, 2026, 5:32 AM UTC`, or `Nov 24, 5:32 AM UTC` without the year. */
export function formatUtcTime(date: Date, hasYear = true): string {
	const day = hasYear ? formatDay(date) : formatShortDay(date);
	const hours = date.getUTCHours();
	const minutes = String(date.getUTCMinutes()).padStart(2, "0");
	return `${day}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"} UTC`;
}

const dayOptions: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };

const timeOptions: Intl.DateTimeFormatOptions = {
	...dayOptions,
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
};

const optionsWithoutYear: Intl.DateTimeFormatOptions = { ...timeOptions, year: undefined };

/** Cached for each kind of text, because creating a formatter takes 50 times as long as formatting a date. */
const formatters = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

function format(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
	const byTimeZone = formatters.get(options) ?? new Map<string, Intl.DateTimeFormat>();
	const formatter =
		byTimeZone.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone });
	formatters.set(options, byTimeZone.set(timeZone, formatter));
	return formatter.format(date);
}

/** @param timeZone - name from the IANA database, such as `America/Chicago`; the result ends with its abbreviation */
export const formatDateTime = (date: Date, timeZone: string, hasYear = true): string =>
	format(date, timeZone, hasYear ? timeOptions : optionsWithoutYear)
		// Intl puts a narrow no-break space before AM and PM, which plain text and some fonts lack.
		.replace("\u202f", " ");

/** Such as `Nov 24, 2026`. */
export const formatLocalDay = (date: Date, timeZone: string): string =>
	format(date, timeZone, dayOptions);
