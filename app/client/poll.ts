import { refreshMaxMs, refreshMs } from "#contract/limits.ts";

/**
 * Calls `check` every 5 s at first, and less and less often, down to every 60 s, while it finds nothing new; not at all while
 * the page is hidden, and immediately when the window is looked at again.
 * @param check returns whether something has changed; null when it could not look
 * @returns what ends that
 */
export function poll(check: () => Promise<boolean | null>): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	let wait: number = refreshMs;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isChecking = false;
	const plan = () => {
		clearTimeout(timer);
		if (!signal.aborted && !document.hidden) timer = setTimeout(run, wait);
	};
	const run = async () => {
		if (isChecking) return;
		isChecking = true;
		const changed = await check().catch(() => null);
		isChecking = false;
		if (changed !== null) wait = changed ? refreshMs : Math.min(2 * wait, refreshMaxMs);
		plan();
	};
	const onReturn = () => {
		clearTimeout(timer);
		if (document.hidden) return;
		wait = refreshMs;
		run();
	};
	addEventListener("focus", onReturn, { signal });
	document.addEventListener("visibilitychange", onReturn, { signal });
	plan();
	return () => {
		ending.abort();
		clearTimeout(timer);
	};
}
