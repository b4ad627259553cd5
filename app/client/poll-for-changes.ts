import { refreshMaxMs, refreshMs } from "#contract/limits.ts";

/**
 * Calls `check` after 5 s. Doubles the interval, up to a minute, while nothing changes. Pauses while the page is hidden.
 * Checks immediately, and starts again at 5 s, when the page is focused or shown again.
 * @param check - returns whether something has changed, or null if that is unknown
 * @returns a function that stops the calls
 */
export function pollForChanges(check: () => Promise<boolean | null>): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	let intervalMs: number = refreshMs;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isChecking = false;
	const schedule = () => {
		clearTimeout(timer);
		if (!signal.aborted && !document.hidden) timer = setTimeout(runCheck, intervalMs);
	};
	const runCheck = async () => {
		if (isChecking) return;
		isChecking = true;
		const hasChanged = await check().catch(() => null);
		isChecking = false;
		if (hasChanged !== null) {
			intervalMs = hasChanged ? refreshMs : Math.min(2 * intervalMs, refreshMaxMs);
		}
		schedule();
	};
	const onFocusOrVisibility = () => {
		clearTimeout(timer);
		if (document.hidden) return;
		intervalMs = refreshMs;
		runCheck();
	};
	addEventListener("focus", onFocusOrVisibility, { signal });
	document.addEventListener("visibilitychange", onFocusOrVisibility, { signal });
	schedule();
	return () => {
		controller.abort();
		clearTimeout(timer);
	};
}
