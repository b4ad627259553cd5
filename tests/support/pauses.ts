import { afterAll, vi } from "vitest";

/** Longer than the pauses of `retry` and of Stripe's SDK, shorter than its timeout. */
const longestPauseMs = 2_000;

/** Ends each pause before another attempt at once, until the test file ends. Timeouts of requests keep their time. */
export function skipPauses() {
	const start = globalThis.setTimeout;
	const skip = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		start(run, ms > longestPauseMs ? ms : 0, ...args);
	const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(skip as typeof setTimeout);
	afterAll(() => spy.mockRestore());
}
