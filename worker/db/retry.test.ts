import { expect, test } from "vitest";
import { lost, overloaded } from "../../tests/support/outage.ts";
import { isTransient, isUnavailable } from "./failures.ts";
import { retry } from "./retry.ts";

test("what is over in a moment is asked again, twice at most", async () => {
	let tries = 0;
	const failTimes = (times: number) => async () => {
		if (tries++ < times) throw new Error(lost);
		return "done";
	};
	expect(await retry(failTimes(2))).toBe("done");
	expect(tries).toBe(3);
	tries = 0;
	await expect(retry(failTimes(3))).rejects.toThrow(lost);
	expect(tries).toBe(3);
});

test("an overloaded database is not asked again, and neither is one that said no", async () => {
	for (const words of [
		overloaded,
		"D1_ERROR: UNIQUE constraint failed: users.email",
		"no such table",
	]) {
		let tries = 0;
		const work = async () => {
			tries++;
			throw new Error(words);
		};
		await expect(retry(work)).rejects.toThrow(words);
		expect(tries).toBe(1);
	}
});

test("the pauses grow", async () => {
	const times: number[] = [];
	const work = async () => {
		times.push(performance.now());
		throw new Error(lost);
	};
	await expect(retry(work)).rejects.toThrow();
	const [first = 0, second = 0, third = 0] = times;
	expect(second - first).toBeGreaterThanOrEqual(19);
	expect(third - second).toBeGreaterThanOrEqual(79);
});

test("Cloudflare's words are known, under whatever wraps them", () => {
	const wrapped = new Error("Failed query: select 1", { cause: new Error(lost) });
	expect([isTransient(wrapped), isUnavailable(wrapped)]).toEqual([true, true]);
	const busy = new Error("Failed query", { cause: new Error(overloaded) });
	expect([isTransient(busy), isUnavailable(busy)]).toEqual([false, true]);
	const own = new Error("CHECK constraint failed");
	expect([isTransient(own), isUnavailable(own)]).toEqual([false, false]);
	expect(isTransient("Network connection lost")).toBe(false);
});
