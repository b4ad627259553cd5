import { useSyncExternalStore } from "react";
import { whenIdle } from "#app/lib/when-idle.ts";
import { formatDateTime, formatUtcTime } from "#contract/dates.ts";

let timeZone: string | null = null;
let isTimeZoneRequested = false;
const listeners = new Set<() => void>();

/** Waits until the browser is idle, because creating its first `Intl` formatter takes up to 90 ms on a slow phone (docs/performance.md). */
function watchTimeZone(listener: () => void): () => void {
	listeners.add(listener);
	if (!isTimeZoneRequested) {
		isTimeZoneRequested = true;
		whenIdle(() => {
			timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
			for (const notify of listeners) notify();
		});
	}
	return () => listeners.delete(listener);
}

/** Shows a time in the browser's time zone; in UTC until the page is hydrated and the browser is idle, and without JavaScript. */
export function LocalTime({ at, hasYear = true }: { at: Date; hasYear?: boolean }) {
	const zone = useSyncExternalStore(
		watchTimeZone,
		() => timeZone,
		() => null,
	);
	return (
		<time dateTime={at.toISOString()}>
			{zone ? formatDateTime(at, zone, hasYear) : formatUtcTime(at, hasYear)}
		</time>
	);
}
