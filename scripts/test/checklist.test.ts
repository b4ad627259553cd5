import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkChecklist } from "./checklist.ts";
import type { TestFile } from "./results.ts";

/** Returns the number of problems in a checklist with this row. */
async function countProblems(row: string) {
	const folder = await mkdtemp(join(tmpdir(), "checklist-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const checklist = join(folder, "list.md");
	await writeFile(checklist, `| # | what | test |\n|---|---|---|\n${row}\n`);
	const createTest = (title: string, status: "passed" | "failed" | "skipped") => ({
		title,
		fullName: `home ${title}`,
		status,
	});
	const file: TestFile = {
		name: resolve("tests/e2e/home.test.ts"),
		startTime: 0,
		endTime: 1,
		status: "failed",
		assertionResults: [
			createTest("shows six tools", "passed"),
			createTest("is slow", "failed"),
			createTest("is skipped", "skipped"),
		],
	};
	return (await checkChecklist(checklist, [file])).length;
}

test("rejects a checklist without rows", async () => {
	expect(await countProblems("six tools")).toBe(1);
});

test.each([
	["a test that passed", "`tests/e2e/home.test.ts` › shows six tools", 0],
	["the full name of a test that passed", "`tests/e2e/home.test.ts` › home shows six tools", 0],
	["a test that failed", "`tests/e2e/home.test.ts` › is slow", 1],
	["a test that was skipped", "`tests/e2e/home.test.ts` › is skipped", 1],
	["a test that does not exist", "`tests/e2e/home.test.ts` › shows seven tools", 1],
	["a test that is in another file", "`tests/e2e/away.test.ts` › shows six tools", 1],
	["no test", "checked by hand", 1],
	[
		"two tests, one of which does not exist",
		"`tests/e2e/home.test.ts` › shows six tools<br>`tests/e2e/home.test.ts` › x",
		1,
	],
])("reports $2 problems for a row that names %s", async (_, cell, problemCount) => {
	expect(await countProblems(`| 1 | six tools | ${cell} |`)).toBe(problemCount);
});

test.each([
	["a test that passed", "`tests/e2e/home.test.ts` › shows six tools", 0],
	["a test that failed and a reason", "Not met: slow.<br>`tests/e2e/home.test.ts` › is slow", 1],
	["the reason why it does not apply", "Does not apply: there is no XML.", 0],
	["the reason why it is not met", "Not met: the contract allows six characters.", 0],
	["an empty reason", "Not met: ", 1],
	["other text", "checked by hand", 1],
	["an empty text", "", 1],
])("a requirement of the OWASP ASVS with %s has $2 problems", async (_, cell, problemCount) => {
	expect(await countProblems(`| V1.2.1 | escaping | ${cell} |`)).toBe(problemCount);
});

test("rejects a row of the contract that has a reason but no test", async () => {
	const row = "| 1 | six tools | Does not apply: there is no shop. |";
	expect(await countProblems(row)).toBe(1);
});

test.each([
	[
		"a test that was verified to fail without the fix",
		"`tests/e2e/home.test.ts` › shows six tools | verified",
		0,
	],
	[
		"a test that was verified to fail without the fix, and a note",
		"`tests/e2e/home.test.ts` › shows six tools | verified; by hand",
		0,
	],
	[
		"a test that was not verified to fail without the fix",
		"`tests/e2e/home.test.ts` › shows six tools | not verified",
		1,
	],
	["a test that does not exist", "`tests/e2e/home.test.ts` › shows seven tools | verified", 1],
	["no test", "checked by hand | verified", 1],
	["the reason why it is not a bug", " | Not a bug: works as intended.", 0],
	["the reason why it has no test", " | No test: it cannot be measured.", 0],
	["no reason", " | –", 1],
])("a finding of a review with %s has $2 problems", async (_, cells, problemCount) => {
	// IDs as the review reports number them: area, letter and number, or section (§).
	for (const name of ["money H6b: five tools", "server A1, attacks D: five", "money §1: five"]) {
		expect(await countProblems(`| ${name} | ${cells} |`)).toBe(problemCount);
	}
});
