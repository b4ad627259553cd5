import { setTimeout as wait } from "node:timers/promises";

/** Time as the walk sees it; tests move it. */
export type Clock = {
	/** Aborted when somebody stops the walk. */
	stop: AbortSignal;
	/** Milliseconds. */
	now(): number;
	/** @throws AbortError once the walk is stopped */
	wait(ms: number): Promise<void>;
};

export const createClock = (stop: AbortSignal): Clock => ({
	stop,
	now: () => Date.now(),
	wait: (ms) => wait(ms, undefined, { signal: stop }),
});

const [shortestPauseMs, longestPauseMs] = [250, 5_000];

/**
 * Asks again and again, less often the longer it takes.
 * @param limitMs asks a last time when so many milliseconds have passed
 * @returns milliseconds until it was so; null where it was not within the limit
 */
export async function pollUntil(
	{ now, wait }: Clock,
	limitMs: number,
	isSo: () => Promise<boolean>,
): Promise<number | null> {
	const began = now();
	for (;;) {
		const asked = now() - began;
		if (await isSo()) return now() - began;
		if (asked >= limitMs) return null;
		const pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, asked / 10));
		await wait(Math.min(pause, limitMs - asked));
	}
}

/** @returns such as `0.3 s` */
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
