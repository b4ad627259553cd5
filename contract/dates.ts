/** In UTC, so that server and browser render the same text. */
const formatter = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });

const day = formatter({ day: "numeric", month: "short", year: "numeric" });
const shortDay = formatter({ day: "numeric", month: "short" });
const month = formatter({ month: "short", year: "numeric" });
const minute = formatter({ hour: "2-digit", minute: "2-digit" });

/** "21 Nov 2026" */
export const formatDay = (moment: Date): string => day.format(moment);

/** "21 Nov" */
export const formatShortDay = (moment: Date): string => shortDay.format(moment);

/** "Nov 2026" */
export const formatMonth = (moment: Date): string => month.format(moment);

/** "21 Nov 2026, 09:05 UTC" */
export const formatMinute = (moment: Date): string =>
	`${formatDay(moment)}, ${minute.format(moment)} UTC`;
