import { afterAll, vi } from "vitest";

/** Longer than the pauses of `retry` and of Stripe's SDK, shorter than its timeout. */
const longestPauseMs = 2_000;

/** Skips the pauses between retries, until the test file ends. Request timeouts keep their duration. */
export function skipPauses() {
	const start = globalThis.setTimeout;
	const skip = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		start(run, ms > longestPauseMs ? ms : 0, ...args);
	const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(skip as typeof setTimeout);
	afterAll(() => spy.mockRestore());
}
