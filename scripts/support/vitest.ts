import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import * as v from "valibot";
import { startProgram } from "./programs.ts";

/** Where the last run is told, as JSON. */
export const reportFile = "test-results/vitest.json";

const reportSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		numPassedTests: v.number(),
		numFailedTests: v.number(),
		numPendingTests: v.number(),
		numTodoTests: v.number(),
		testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
	}),
);

/** Forgets the last run, so that its numbers are never taken for this one's. */
export const clearTally = () => rm(reportFile, { force: true });

/** Runs some of vitest's projects, their words passed on. @returns vitest's exit code */
export async function runVitest(projects: string[], filters: string[]): Promise<number> {
	const chosen = projects.map((project) => `--project=${project}`);
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
	const color = process.stdout.isTTY ? "--color" : "--no-color";
	const program = startProgram("vitest", ["run", ...chosen, ...reporters, color, ...filters]);
	program.stdout.pipe(process.stdout, { end: false });
	program.stderr.pipe(process.stderr, { end: false });
	const [code] = await once(program, "close");
	return typeof code === "number" ? code : 1;
}

/** @returns `tests: N passed, N failed, N skipped` of this run; a file that did not load counts as one failed */
export async function readTally(file = reportFile): Promise<string> {
	const text = await readFile(file, "utf8").catch(() => null);
	if (text === null) return "tests: 0 passed, 0 failed, 0 skipped";
	const report = v.parse(reportSchema, text);
	const unloaded = report.testResults.filter(
		({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
	);
	const failed = report.numFailedTests + unloaded.length;
	const skipped = report.numPendingTests + report.numTodoTests;
	return `tests: ${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
}
