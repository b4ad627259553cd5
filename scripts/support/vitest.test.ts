import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTally } from "./vitest.ts";

async function writeReport(report: unknown): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "report-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, "report.json");
	await writeFile(file, JSON.stringify(report));
	return file;
}

const report = {
	numPassedTests: 7,
	numFailedTests: 1,
	numPendingTests: 2,
	numTodoTests: 3,
	testResults: [{ status: "passed", assertionResults: [{}] }],
};

test("skipped are those set aside and those still to be written", async () => {
	expect(await readTally(await writeReport(report))).toBe("tests: 7 passed, 1 failed, 5 skipped");
});

test("a file that did not load is a failure", async () => {
	const unloaded = { status: "failed", assertionResults: [] };
	const file = await writeReport({ ...report, testResults: [unloaded] });
	expect(await readTally(file)).toBe("tests: 7 passed, 2 failed, 5 skipped");
});

test("without a report nothing passed", async () => {
	expect(await readTally("no-such-report.json")).toBe("tests: 0 passed, 0 failed, 0 skipped");
});
