import { globSync } from "node:fs";
import { basename } from "node:path";
import type { Mutant } from "./instrument.ts";
import { withRunners } from "./runner.ts";

/** Tests that call the code themselves. */
export const unitTests = "{app,worker,contract}/**/*.test.{ts,tsx}";
/** Tests of the built Worker, without those that only repeat what others show, by chance or at length. */
export const workerTests =
	"tests/api/!(crash|fuzz|query-plans|backup|edge-soak|start|page-weight|seed|sandbox-pages).test.ts";

export const isUnit = (file: string): boolean => !file.startsWith("tests/");

/** A test file whose tests pass without a mutant, and the ids of the mutants that they reach. */
export type TestFile = { file: string; ms: number; hits: Set<number> };

const fileTimeoutMs = 300_000;

/** Runs every test file once without a mutant. @param unit only unit tests */
export async function recordCoverage(unit: boolean): Promise<TestFile[]> {
	const found: TestFile[] = [];
	await withRunners(
		globSync([unitTests, ...(unit ? [] : [workerTests])]).sort(),
		async (file, run) => {
			const { failure, ms, hits } = await run([file], 0, fileTimeoutMs);
			console.log(`${file}: ${failure ? `fails: ${failure}` : `${hits.length} mutants`}`);
			if (!failure) found.push({ file, ms, hits: new Set(hits) });
		},
		true,
	);
	return found;
}

/** Milliseconds of tests, by their time without a mutant, that are run for one mutant at most. */
const budgetMs = 400_000;

const moduleName = (path: string) => basename(path).replace(/\..*$/, "");

/** @returns tests that reach a mutant: those named after its module first, then those that reach and take little */
export function selectTests({ id, key }: Mutant, tests: TestFile[]): TestFile[] {
	const [file = ""] = key.split(" ");
	const cost = (test: TestFile) =>
		moduleName(test.file) === moduleName(file) ? 0 : test.hits.size + test.ms / 10;
	let spentMs = 0;
	return tests
		.filter(({ hits }) => hits.has(id))
		.sort((one, other) => cost(one) - cost(other))
		.filter(({ ms }, index) => {
			const fits = index === 0 || spentMs + ms <= budgetMs;
			if (fits) spentMs += ms;
			return fits;
		});
}
