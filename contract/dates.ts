/** In UTC, so that server and browser render the same text. */
const formatter = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });

const day = formatter({ day: "numeric", month: "short", year: "numeric" });
const shortDay = formatter({ day: "numeric", month: "short" });
const month = formatter({ month: "short", year: "numeric" });

export const formatDay = (date: Date): string => day.format(date);
export const formatShortDay = (date: Date): string => shortDay.format(date);
export const formatMonth = (date: Date): string => month.format(date);

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
