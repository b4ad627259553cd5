import { expect, test } from "vitest";
import { slowest, type TestFile, tally } from "./results.ts";

type Status = TestFile["assertionResults"][number]["status"];
const getFile = (...statuses: Status[]): TestFile => ({
	name: "/shop/a.test.ts",
	startTime: 0,
	endTime: statuses.length,
	status: statuses.includes("failed") ? "failed" : "passed",
	assertionResults: statuses.map((status) => ({ title: status, fullName: status, status })),
});

test("counts the tests of all files, and tests that did not run as skipped", () => {
	const files = [getFile("passed", "passed", "failed"), getFile("passed", "skipped", "pending")];
	expect(tally(files)).toBe("tests: 3 passed, 1 failed, 2 skipped");
});

test("counts a file that throws outside its tests as a failed test", () => {
	const file: TestFile = { ...getFile(), status: "failed" };
	expect(tally([file])).toBe("tests: 0 passed, 1 failed, 0 skipped");
});

test("lists the slowest files first", () => {
	const files = [getFile("passed"), getFile("passed", "passed", "passed"), getFile()];
	expect(slowest(files, 2).map(({ endTime }) => endTime)).toEqual([3, 1]);
});
