const day = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});

/** @returns the day of a moment in UTC, as server and browser alike write it: "21 Nov 2026" */
export const formatDay = (moment: Date): string => day.format(moment);

const dayOfYear = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	timeZone: "UTC",
});

/** @returns the day of a moment in UTC, where the year goes without saying: "21 Nov" */
export const formatShortDay = (moment: Date): string => dayOfYear.format(moment);

const month = new Intl.DateTimeFormat("en-GB", {
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});

/** @returns the month of a moment in UTC: "Nov 2026" */
export const formatMonth = (moment: Date): string => month.format(moment);

const minute = new Intl.DateTimeFormat("en-GB", {
	hour: "2-digit",
	minute: "2-digit",
	timeZone: "UTC",
});

/** @returns day and minute of a moment in UTC: "21 Nov 2026, 09:05 UTC" */
export const formatMinute = (moment: Date): string =>
	`${formatDay(moment)}, ${minute.format(moment)} UTC`;
