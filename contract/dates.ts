/** In UTC, so that server and browser render the same text. */
const formatter = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });

const day = formatter({ day: "numeric", month: "short", year: "numeric" });
const shortDay = formatter({ day: "numeric", month: "short" });
const month = formatter({ month: "short", year: "numeric" });
const minute = formatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const formatDay = (date: Date): string => day.format(date);
export const formatShortDay = (date: Date): string => shortDay.format(date);
export const formatMonth = (date: Date): string => month.format(date);
export const formatMinute = (date: Date): string =>
	`${formatDay(date)}, ${minute.format(date)} UTC`;
