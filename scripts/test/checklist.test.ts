import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { checkChecklist } from "./checklist.ts";
import type { TestFile } from "./results.ts";

async function check(row: string) {
	const checklist = join(await mkdtemp(join(tmpdir(), "checklist-")), "list.md");
	const tests: TestFile["tests"] = [
		{ fullTitle: "home shows six tools", title: "shows six tools", state: "passed" },
		{ fullTitle: "home is slow", title: "is slow", state: "failed" },
		{ fullTitle: "home is skipped", title: "is skipped", state: "skipped" },
	];
	const file = resolve("tests/e2e/home.test.ts");
	await writeFile(checklist, `| # | what | test |\n|---|---|---|\n${row}\n`);
	const complaints = await checkChecklist(checklist, [{ file, ms: 1, broken: false, tests }]);
	return complaints.length;
}

test("a list without rows is not a checklist", async () => {
	expect(await check("six tools")).toBe(1);
});

test.each([
	["a test that passed", "`tests/e2e/home.test.ts` › shows six tools", 0],
	["its full name", "`tests/e2e/home.test.ts` › home shows six tools", 0],
	["a test that failed", "`tests/e2e/home.test.ts` › is slow", 1],
	["a test that was skipped", "`tests/e2e/home.test.ts` › is skipped", 1],
	["a test that is not there", "`tests/e2e/home.test.ts` › shows seven tools", 1],
	["a test of another file", "`tests/e2e/away.test.ts` › shows six tools", 1],
	["no test", "seen by eye", 1],
	[
		"two tests of which one is not there",
		"`tests/e2e/home.test.ts` › shows six tools<br>`tests/e2e/home.test.ts` › x",
		1,
	],
])("a row that names %s", async (_, named, complaints) => {
	expect(await check(`| 1 | six tools | ${named} |`)).toBe(complaints);
});

test.each([
	["the test that shows it", "`tests/e2e/home.test.ts` › shows six tools", 0],
	["a test that failed, and a reason", "Not met: slow.<br>`tests/e2e/home.test.ts` › is slow", 1],
	["why it does not apply", "Does not apply: there is no XML.", 0],
	["honestly that it is not met", "Not met: the contract allows six characters.", 0],
	["no reason", "Not met: ", 1],
	["some other words", "seen by eye", 1],
	["nothing", "", 1],
])("an item of the ASVS says %s", async (_, said, complaints) => {
	expect(await check(`| V1.2.1 | escaping | ${said} |`)).toBe(complaints);
});

test("a row of the contract needs a test", async () => {
	const row = "| 1 | six tools | Does not apply: there is no shop. |";
	expect(await check(row)).toBe(1);
});

test.each([
	["a test that was seen", "`tests/e2e/home.test.ts` › shows six tools | seen", 0],
	[
		"a test that was seen, and how",
		"`tests/e2e/home.test.ts` › shows six tools | seen; by hand",
		0,
	],
	["a test that nobody saw fail", "`tests/e2e/home.test.ts` › shows six tools | read", 1],
	["a test that is not there", "`tests/e2e/home.test.ts` › shows seven tools | seen", 1],
	["no test", "seen by eye | seen", 1],
	["why it is no fault", " | No fault: it is meant so.", 0],
	["why it has no test", " | No test: it cannot be measured.", 0],
	["no reason", " | –", 1],
])("a finding of a review says %s", async (_, cells, complaints) => {
	for (const name of ["money H6b: five tools", "server A1, attacks D: five", "money §1: five"]) {
		expect(await check(`| ${name} | ${cells} |`)).toBe(complaints);
	}
});
