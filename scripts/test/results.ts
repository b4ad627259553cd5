import { appendFileSync, mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";

/** A line of JSON a test file, by each vitest of this run. */
const resultsFile = "test-results/tests.jsonl";

const fileSchema = v.object({
	/** Absolute path. */
	file: v.string(),
	/** Import, hooks and tests, in ms. */
	ms: v.number(),
	/** Whether something outside its tests threw: the file itself, or a hook. */
	broken: v.boolean(),
	tests: v.array(
		v.object({
			title: v.string(),
			/** With the titles of its `describe` before it. */
			fullTitle: v.string(),
			state: v.picklist(["passed", "failed", "skipped", "pending"]),
		}),
	),
});
export type TestFile = v.InferOutput<typeof fileSchema>;

/** Forgets the last run, so that its numbers are never taken for this one's. */
export const clearResults = () => rm(resultsFile, { force: true });

export function addResult(result: TestFile): void {
	mkdirSync(dirname(resultsFile), { recursive: true });
	appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
}

/** @returns every test file that ran since `clearResults` */
export async function readResults(): Promise<TestFile[]> {
	const text = await readFile(resultsFile, "utf8").catch(() => "");
	const lines = text.split("\n").filter((line) => line !== "");
	return lines.map((line) => v.parse(v.pipe(v.string(), v.parseJson(), fileSchema), line));
}

/** @returns `tests: N passed, N failed, N skipped`; a file that threw outside its tests counts as one failed */
export function tally(files: TestFile[]): string {
	const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
	const count = (wanted: string) => states.filter((state) => state === wanted).length;
	const failed = count("failed") + files.filter(({ broken }) => broken).length;
	const skipped = count("skipped") + count("pending");
	return `tests: ${count("passed")} passed, ${failed} failed, ${skipped} skipped`;
}

/** @returns the files that took longest, longest first */
export const slowest = (files: TestFile[], count: number): TestFile[] =>
	files.toSorted((one, other) => other.ms - one.ms).slice(0, count);
