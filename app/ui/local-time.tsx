import { useSyncExternalStore } from "react";
import { formatDateTime } from "#contract/dates.ts";

const watchNothing = () => () => {};
let browserZone: string | undefined;
/** React calls it several times for each time on the page. */
const browserTimeZone = () => {
	browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
	return browserZone;
};

/** Shows a time in the browser's time zone; in UTC until React has hydrated the page, and without JavaScript. */
export function LocalTime({ at }: { at: Date }) {
	const timeZone = useSyncExternalStore(watchNothing, browserTimeZone, () => "UTC");
	return <time dateTime={at.toISOString()}>{formatDateTime(at, timeZone)}</time>;
}
