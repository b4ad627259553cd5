// Not in dates.ts, because the script that checks forms loads this file but formats no dates.

const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/**
 * Returns the time when a day has ended in every time zone. UTC-12 is the last one.
 * @param day - start of the day in UTC, in milliseconds
 */
export const endOfDay = (day: number): Date => new Date(day + 36 * hourMs);

/** Reverses `endOfDay`: returns a time on that day. Works for quotes from earlier versions too, which expired at 24:00 UTC. */
export const lastFullDayBefore = (end: Date): Date => new Date(end.getTime() - 12 * hourMs - 1);
