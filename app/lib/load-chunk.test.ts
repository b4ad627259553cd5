import { expect, test, vi } from "vitest";
import { loadChunk } from "./load-chunk.ts";

const expectedMessage = "Loading chunk chart failed";

test("returns the chunk once it has loaded", async () => {
	await expect(loadChunk("chart", async () => 7)).resolves.toBe(7);
});

test("the error for a missing or broken chunk contains the chunk's name", async () => {
	const missing = () => Promise.reject(new TypeError("Failed to fetch"));
	await expect(loadChunk("chart", missing)).rejects.toThrow(expectedMessage);
});

test("loading a chunk fails after 120000 ms", async () => {
	vi.useFakeTimers();
	const loading = loadChunk("chart", () => new Promise(() => undefined));
	const rejection = expect(loading).rejects.toThrow(expectedMessage);
	await vi.advanceTimersByTimeAsync(119_999);
	expect(vi.getTimerCount()).toBe(1);
	await vi.advanceTimersByTimeAsync(1);
	await rejection;
	vi.useRealTimers();
});
