const day = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});

/** @returns the day of a moment in UTC, as server and browser alike write it: "21 Nov 2026" */
export const formatDay = (moment: Date): string => day.format(moment);
