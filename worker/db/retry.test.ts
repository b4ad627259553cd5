import { expect, test } from "vitest";
import { connectionLost, databaseOverloaded } from "../../tests/support/outage.ts";
import { isTransient, isUnavailable } from "./failures.ts";
import { retry } from "./retry.ts";

test("retries a transient error at most twice", async () => {
	let attempts = 0;
	const failTimes = (failures: number) => async () => {
		if (attempts++ < failures) throw new Error(connectionLost);
		return "done";
	};
	expect(await retry(failTimes(2))).toBe("done");
	expect(attempts).toBe(3);
	attempts = 0;
	await expect(retry(failTimes(3))).rejects.toThrow(connectionLost);
	expect(attempts).toBe(3);
});

test("does not retry overload errors and constraint violations", async () => {
	for (const message of [
		databaseOverloaded,
		"D1_ERROR: UNIQUE constraint failed: users.email",
		"no such table",
	]) {
		let attempts = 0;
		const work = async () => {
			attempts++;
			throw new Error(message);
		};
		await expect(retry(work)).rejects.toThrow(message);
		expect(attempts).toBe(1);
	}
});

test("waits longer before each retry", async () => {
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

test("recognizes D1's error messages inside any wrapper", () => {
	const wrapped = new Error("Failed query: select 1", { cause: new Error(connectionLost) });
	expect([isTransient(wrapped), isUnavailable(wrapped)]).toEqual([true, true]);
	const overloadError = new Error("Failed query", { cause: new Error(databaseOverloaded) });
	expect([isTransient(overloadError), isUnavailable(overloadError)]).toEqual([false, true]);
	const constraintError = new Error("CHECK constraint failed");
	expect([isTransient(constraintError), isUnavailable(constraintError)]).toEqual([false, false]);
	expect(isTransient("Network connection lost")).toBe(false);
});

test.each([
	["locked", "D1_ERROR: database is locked: SQLITE_BUSY", true],
	["full", "D1_ERROR: database or disk is full: SQLITE_FULL", false],
	["full on Cloudflare", "D1_ERROR: Exceeded maximum DB size", false],
	["corrupt", "D1_ERROR: database disk image is malformed: SQLITE_CORRUPT", false],
	["an invalid file", "file is not a database: SQLITE_NOTADB", false],
	["not readable", "D1_ERROR: disk I/O error: SQLITE_IOERR_READ", false],
	["missing", "unable to open database file: SQLITE_CANTOPEN", false],
	["without its tables", "D1_ERROR: no such table: users: SQLITE_ERROR", false],
	["failing internally", "D1_ERROR: internal error; reference = dldl7krnrcejdm4h97fc8mkr", false],
])("treats a database that is %s as unavailable", (_, message, isTemporary) => {
	const error = new Error("Failed query: select 1", { cause: new Error(message) });
	expect([isUnavailable(error), isTransient(error)]).toEqual([true, isTemporary]);
});

test("does not treat a constraint violation as an outage", () => {
	for (const message of [
		"D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
		"D1_ERROR: no such column: nowhere: SQLITE_ERROR",
	]) {
		expect(isUnavailable(new Error(message))).toBe(false);
	}
});
