import { expect, test } from "vitest";
import { connectionLost, databaseOverloaded } from "../../tests/support/outage.ts";
import { isTransient, isUnavailable } from "./failures.ts";
import { retry } from "./retry.ts";

test("transient errors are retried, twice at most", async () => {
	let tries = 0;
	const failTimes = (times: number) => async () => {
		if (tries++ < times) throw new Error(connectionLost);
		return "done";
	};
	expect(await retry(failTimes(2))).toBe("done");
	expect(tries).toBe(3);
	tries = 0;
	await expect(retry(failTimes(3))).rejects.toThrow(connectionLost);
	expect(tries).toBe(3);
});

test("overload errors and refusals of the database are not retried", async () => {
	for (const words of [
		databaseOverloaded,
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
		throw new Error(connectionLost);
	};
	await expect(retry(work)).rejects.toThrow();
	const [first = 0, second = 0, third = 0] = times;
	expect(second - first).toBeGreaterThanOrEqual(19);
	expect(third - second).toBeGreaterThanOrEqual(79);
});

test("Cloudflare's error messages are recognized inside any wrapper", () => {
	const wrapped = new Error("Failed query: select 1", { cause: new Error(connectionLost) });
	expect([isTransient(wrapped), isUnavailable(wrapped)]).toEqual([true, true]);
	const busy = new Error("Failed query", { cause: new Error(databaseOverloaded) });
	expect([isTransient(busy), isUnavailable(busy)]).toEqual([false, true]);
	const own = new Error("CHECK constraint failed");
	expect([isTransient(own), isUnavailable(own)]).toEqual([false, false]);
	expect(isTransient("Network connection lost")).toBe(false);
});

test.each([
	["locked", "D1_ERROR: database is locked: SQLITE_BUSY", true],
	["full", "D1_ERROR: database or disk is full: SQLITE_FULL", false],
	["full on Cloudflare", "D1_ERROR: Exceeded maximum DB size", false],
	["corrupt", "D1_ERROR: database disk image is malformed: SQLITE_CORRUPT", false],
	["no database", "file is not a database: SQLITE_NOTADB", false],
	["not readable", "D1_ERROR: disk I/O error: SQLITE_IOERR_READ", false],
	["gone", "unable to open database file: SQLITE_CANTOPEN", false],
	["without its tables", "D1_ERROR: no such table: users: SQLITE_ERROR", false],
	["failing inside", "D1_ERROR: internal error; reference = dldl7krnrcejdm4h97fc8mkr", false],
])("a database that is %s cannot be queried", (_, words, passes) => {
	const error = new Error("Failed query: select 1", { cause: new Error(words) });
	expect([isUnavailable(error), isTransient(error)]).toEqual([true, passes]);
});

test("a constraint violation does not count as a database outage", () => {
	for (const words of [
		"D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
		"D1_ERROR: no such column: nowhere: SQLITE_ERROR",
	]) {
		expect(isUnavailable(new Error(words))).toBe(false);
	}
});
