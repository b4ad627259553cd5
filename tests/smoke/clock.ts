import { setTimeout as wait } from "node:timers/promises";

/** The clock of the smoke test. Unit tests replace it with a mock. */
export type Clock = {
	/** Aborted when the smoke test is stopped. */
	stop: AbortSignal;
	/** Returns the time in milliseconds. */
	now(): number;
	/** @throws AbortError if the smoke test is stopped */
	wait(ms: number): Promise<void>;
};

export const createClock = (stop: AbortSignal): Clock => ({
	stop,
	now: () => Date.now(),
	wait: (ms) => wait(ms, undefined, { signal: stop }),
});

const [minPauseMs, maxPauseMs] = [250, 5_000];

/**
 * Polls a condition, with pauses that grow with the elapsed time.
 * @param limitMs - time after which the condition is checked for the last time
 * @returns milliseconds until the condition was true; null if it was not true within the limit
 */
export async function pollUntil(
	{ now, wait }: Clock,
	limitMs: number,
	condition: () => Promise<boolean>,
): Promise<number | null> {
	const startedAt = now();
	for (;;) {
		const elapsedMs = now() - startedAt;
		if (await condition()) return now() - startedAt;
		if (elapsedMs >= limitMs) return null;
		const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, elapsedMs / 10));
		await wait(Math.min(pauseMs, limitMs - elapsedMs));
	}
}

/** Formats milliseconds as seconds, such as `0.3 s`. */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
