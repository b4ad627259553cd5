import { expect, test } from "vitest";
import { formatLogLine } from "./log-lines.ts";

const createRequestLine = (status: number) =>
	`{"request":"1","method":"GET","route":"/","status":${status},"ms":3}`;

test("hides requests that did not fail with a 5xx", () => {
	expect([formatLogLine(createRequestLine(200)), formatLogLine(createRequestLine(404))]).toEqual([
		null,
		null,
	]);
	expect(formatLogLine(createRequestLine(503))).toBe(createRequestLine(503));
});

test("shows the Worker's own log lines unchanged", () => {
	for (const line of ["1 Error: x\n    at y", '{"security":"signed in"}', "kj"]) {
		expect(formatLogLine(line)).toBe(line);
	}
});

test("shortens workerd's own failures to one line and hides closed connections", () => {
	const failure =
		"e = workerd/util/sqlite.c++:1744: failed: SQLite failed; dbErrorMessage(err, db) = database is locked: SQLITE_BUSY\nstack: /a@1 /b@2";
	expect(formatLogLine(failure)).toBe("workerd: database is locked: SQLITE_BUSY");
	for (const source of [
		"kj/async-io-unix.c++:1",
		"kj::getCaughtExceptionAsKj() = rust/cxx/kj-rs-io/ffi.rs:176",
	])
		expect(formatLogLine(`${source}: disconnected: read(): Connection reset`)).toBeNull();
});
