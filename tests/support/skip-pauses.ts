import { afterAll, vi } from "vitest";

/** Longer than the pauses of `retry` and of Stripe's SDK, but shorter than the SDK's timeout. */
const longestPauseMs = 2_000;

/** Skips the pauses between retries, until the test file ends. Request timeouts keep their duration. */
export function skipPauses() {
	const originalSetTimeout = globalThis.setTimeout;
	const skip = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		originalSetTimeout(run, ms > longestPauseMs ? ms : 0, ...args);
	const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(skip as typeof setTimeout);
	afterAll(() => spy.mockRestore());
}
