import { useSyncExternalStore } from "react";
import { whenIdle } from "#app/lib/when-idle.ts";
import { formatDateTime, formatDay, formatLocalDay, formatUtcTime } from "#contract/dates.ts";

let timeZone: string | null = null;
let isTimeZoneRequested = false;
const listeners = new Set<() => void>();

/** Waits until the browser is idle, because creating its first `Intl` formatter takes up to 90 ms on a slow phone (docs/performance.md). */
function watchTimeZone(listener: () => void): () => void {
	listeners.add(listener);
	if (!isTimeZoneRequested) {
		isTimeZoneRequested = true;
		whenIdle().then(() => {
			timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
			for (const notify of listeners) notify();
		});
	}
	return () => listeners.delete(listener);
}

/** Returns the browser's time zone; null until the page is hydrated and the browser is idle, and without JavaScript. */
const useTimeZone = (): string | null =>
	useSyncExternalStore(
		watchTimeZone,
		() => timeZone,
		() => null,
	);

/** Shows a time in the browser's time zone, or in UTC while it is unknown. */
export function LocalTime({ at, hasYear = true }: { at: Date; hasYear?: boolean }) {
	const zone = useTimeZone();
	return (
		<time dateTime={at.toISOString()}>
			{zone ? formatDateTime(at, zone, hasYear) : formatUtcTime(at, hasYear)}
		</time>
	);
}

/** Shows the day of a time as `LocalTime` does. In UTC, an evening in America would be shown as the next day. */
export function LocalDay({ at }: { at: Date }) {
	const zone = useTimeZone();
	return <time dateTime={at.toISOString()}>{zone ? formatLocalDay(at, zone) : formatDay(at)}</time>;
}
