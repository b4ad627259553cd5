import { expect, test } from "vitest";
import { formatTally, listSlowest, type TestFile } from "./results.ts";

type Status = TestFile["assertionResults"][number]["status"];
const createFile = (...statuses: Status[]): TestFile => ({
	name: "/shop/a.test.ts",
	startTime: 0,
	endTime: statuses.length,
	status: statuses.includes("failed") ? "failed" : "passed",
	assertionResults: statuses.map((status) => ({ title: status, fullName: status, status })),
});

test("counts tests that did not run as skipped", () => {
	const files = [
		createFile("passed", "passed", "failed"),
		createFile("passed", "skipped", "pending"),
	];
	expect(formatTally(files)).toBe("tests: 3 passed, 1 failed, 2 skipped");
});

test("counts a file that throws outside its tests as a failed test", () => {
	const file: TestFile = { ...createFile(), status: "failed" };
	expect(formatTally([file])).toBe("tests: 0 passed, 1 failed, 0 skipped");
});

test("lists the slowest files first", () => {
	const files = [createFile("passed"), createFile("passed", "passed", "passed"), createFile()];
	expect(listSlowest(files, 2).map(({ endTime }) => endTime)).toEqual([3, 1]);
});
