import { readFile } from "node:fs/promises";
import * as v from "valibot";

/** Written by vitest's JSON reporter. */
export const resultsFile = "test-results/tests.json";

const fileSchema = v.object({
	name: v.string(),
	/** Start of the first test and end of the last, in ms. */
	startTime: v.number(),
	endTime: v.number(),
	/** `failed` if a test fails, or if the file itself or a hook throws. */
	status: v.picklist(["passed", "failed"]),
	assertionResults: v.array(
		v.object({
			title: v.string(),
			/** The title, preceded by those of its `describe` blocks. */
			fullName: v.string(),
			status: v.picklist(["passed", "failed", "skipped", "pending", "todo"]),
		}),
	),
});
const reportSchema = v.object({ testResults: v.array(fileSchema) });
export type TestFile = v.InferOutput<typeof fileSchema>;

export async function readResults(): Promise<TestFile[]> {
	const text = await readFile(resultsFile, "utf8").catch(() => null);
	return text === null ? [] : v.parse(reportSchema, JSON.parse(text)).testResults;
}

/** A file that throws outside its tests counts as one failed test. */
export function formatTally(files: TestFile[]): string {
	const statuses = files.flatMap(({ status, assertionResults }) => {
		const testStatuses = assertionResults.map((test) => test.status);
		return status === "failed" && !testStatuses.includes("failed")
			? [...testStatuses, "failed"]
			: testStatuses;
	});
	const count = (name: string) => statuses.filter((status) => status === name).length;
	const [passedCount, failedCount] = [count("passed"), count("failed")];
	return `tests: ${passedCount} passed, ${failedCount} failed, ${statuses.length - passedCount - failedCount} skipped`;
}

export const getDurationMs = ({ startTime, endTime }: TestFile): number => endTime - startTime;

export const listSlowest = (files: TestFile[], count: number): TestFile[] =>
	files.toSorted((a, b) => getDurationMs(b) - getDurationMs(a)).slice(0, count);
