import { expect, test } from "vitest";
import { readable } from "./log-lines.ts";

const request = (status: number) =>
	`{"request":"1","method":"GET","route":"/","status":${status},"ms":3}`;

test("successful requests are not shown, failed ones are", () => {
	expect([readable(request(200)), readable(request(404))]).toEqual([null, null]);
	expect(readable(request(503))).toBe(request(503));
});

test("the Worker's own log lines are shown unchanged", () => {
	for (const line of ["1 Error: x\n    at y", '{"security":"signed in"}', "kj"]) {
		expect(readable(line)).toBe(line);
	}
});

test("workerd's own failures are one line each, and a visitor's disconnect is none", () => {
	const busy =
		"e = workerd/util/sqlite.c++:1744: failed: SQLite failed; dbErrorMessage(err, db) = database is locked: SQLITE_BUSY\nstack: /a@1 /b@2";
	expect(readable(busy)).toBe("workerd: database is locked: SQLITE_BUSY");
	expect(readable("kj/async-io-unix.c++:1: disconnected: read(): Connection reset")).toBeNull();
});
