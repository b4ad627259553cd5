import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { checkChecklist } from "./checklist.ts";

async function check(row: string) {
	const folder = await mkdtemp(join(tmpdir(), "checklist-"));
	const [checklist, report] = [join(folder, "list.md"), join(folder, "report.json")];
	const ran = [
		{ fullName: "home shows six tools", title: "shows six tools", status: "passed" },
		{ fullName: "home is slow", title: "is slow", status: "failed" },
		{ fullName: "home is skipped", title: "is skipped", status: "pending" },
	];
	const testResults = [{ name: resolve("tests/e2e/home.test.ts"), assertionResults: ran }];
	await writeFile(report, JSON.stringify({ testResults }));
	await writeFile(checklist, `| # | what | test |\n|---|---|---|\n${row}\n`);
	const { rows, complaints } = await checkChecklist(checklist, report);
	return { rows, complaints: complaints.length };
}

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
	expect(await check(`| 1 | six tools | ${named} |`)).toEqual({ rows: 1, complaints });
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
	expect(await check(`| V1.2.1 | escaping | ${said} |`)).toEqual({ rows: 1, complaints });
});

test("a row of the contract has no excuse", async () => {
	const row = "| 1 | six tools | Does not apply: there is no shop. |";
	expect(await check(row)).toEqual({ rows: 1, complaints: 1 });
});
