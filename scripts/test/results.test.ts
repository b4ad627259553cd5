import { expect, test } from "vitest";
import { slowest, type TestFile, tally } from "./results.ts";

type State = TestFile["tests"][number]["state"];
const testOf = (state: State) => ({ title: state, fullTitle: state, state });
const fileOf = (...states: State[]): TestFile => ({
	file: "/shop/a.test.ts",
	ms: states.length,
	broken: false,
	tests: states.map(testOf),
});

test("all files are counted, and tests that did not run as skipped", () => {
	const files = [fileOf("passed", "passed", "failed"), fileOf("passed", "skipped", "pending")];
	expect(tally(files)).toBe("tests: 3 passed, 1 failed, 2 skipped");
});

test("a file that threw outside its tests is a failure", () => {
	expect(tally([{ ...fileOf(), broken: true }])).toBe("tests: 0 passed, 1 failed, 0 skipped");
});

test("the slowest files come first", () => {
	const files = [fileOf("passed"), fileOf("passed", "passed", "passed"), fileOf()];
	expect(slowest(files, 2).map(({ ms }) => ms)).toEqual([3, 1]);
});
