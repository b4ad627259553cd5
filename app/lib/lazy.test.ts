import { expect, test, vi } from "vitest";
import { loadChunk } from "./lazy.ts";

const expectedMessage = "Loading chunk chart failed";

test("a chunk that loads is returned", async () => {
	await expect(loadChunk("chart", async () => 7)).resolves.toBe(7);
});

test("the error of a missing or broken chunk names it", async () => {
	const missing = () => Promise.reject(new TypeError("Failed to fetch"));
	await expect(loadChunk("chart", missing)).rejects.toThrow(expectedMessage);
});

test("a chunk that takes longer than 120000 ms has failed", async () => {
	vi.useFakeTimers();
	const loading = loadChunk("chart", () => new Promise(() => undefined));
	const outcome = expect(loading).rejects.toThrow(expectedMessage);
	await vi.advanceTimersByTimeAsync(119_999);
	expect(vi.getTimerCount()).toBe(1);
	await vi.advanceTimersByTimeAsync(1);
	await outcome;
	vi.useRealTimers();
});
