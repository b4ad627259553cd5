import { globSync } from "node:fs";
import { basename } from "node:path";
import type { Mutant } from "./instrument.ts";
import { withRunners } from "./runner.ts";

export const unitTestPattern = "{app,worker,contract}/**/*.test.{ts,tsx}";
/** API tests, except those that are slow or random and cover nothing that the others do not. */
export const workerTestPattern =
	"tests/api/!(crash|fuzz|query-plans|backup|edge-soak|start|page-weight|seed|sandbox-pages).test.ts";

export const isUnit = (file: string): boolean => !file.startsWith("tests/");

/** A test file that passes without a mutant, and the ids of the mutants that it reaches. */
export type TestFile = { file: string; ms: number; hits: Set<number> };

const fileTimeoutMs = 300_000;

export async function recordCoverage(isUnitOnly: boolean): Promise<TestFile[]> {
	const testFiles: TestFile[] = [];
	await withRunners(
		globSync([unitTestPattern, ...(isUnitOnly ? [] : [workerTestPattern])]).sort(),
		async (file, run) => {
			const { failure, ms, hits } = await run([file], 0, fileTimeoutMs);
			console.log(`${file}: ${failure ? `fails: ${failure}` : `${hits.length} mutants`}`);
			if (!failure) testFiles.push({ file, ms, hits: new Set(hits) });
		},
		true,
	);
	return testFiles;
}

const getModuleName = (path: string) => basename(path).replace(/\..*$/, "");

/** Returns the tests that reach a mutant: first those named after its module, then those that are fast and reach few mutants. */
export function selectTests({ id, key }: Mutant, tests: TestFile[]): TestFile[] {
	const [file = ""] = key.split(" ");
	const cost = (test: TestFile) =>
		getModuleName(test.file) === getModuleName(file) ? 0 : test.hits.size + test.ms / 10;
	return tests.filter(({ hits }) => hits.has(id)).sort((a, b) => cost(a) - cost(b));
}
