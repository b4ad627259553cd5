import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import * as v from "valibot";
import type { Mutant } from "./instrument.ts";
import { withRunners } from "./runner.ts";

/** Tests that call the code themselves. */
export const unitTests = "{app,worker,contract}/**/*.test.{ts,tsx}";
/** Tests of the built Worker, without those that only repeat what others show, by chance or at length. */
export const workerTests =
	"tests/api/!(crash|fuzz|query-plans|backup|edge-soak|start|page-weight|seed|sandbox-pages).test.ts";

export const isUnit = (file: string): boolean => !file.startsWith("tests/");

const coverageFile = ".mutate/coverage.json";
const fileTimeoutMs = 300_000;

const coverageSchema = v.array(
	v.object({
		file: v.string(),
		/** SHA-256 of the test file when it was recorded. */
		digest: v.string(),
		/** Whether its tests passed without a mutant. A file that fails is not asked about any. */
		passed: v.boolean(),
		ms: v.number(),
		/** Keys of the mutants that it reaches. */
		keys: v.array(v.string()),
	}),
);
/** What each test file runs. */
export type Coverage = v.InferOutput<typeof coverageSchema>;

const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

function readCoverage(): Coverage {
	const text = existsSync(coverageFile) ? readFileSync(coverageFile, "utf8") : "[]";
	return v.parse(coverageSchema, JSON.parse(text));
}

/**
 * Runs each test file that is new or has changed without a mutant, and records which mutants it reaches.
 * @param isWanted whether a test file may run
 * @param isStale whether it runs although it has not changed
 */
export async function recordCoverage(
	mutants: Mutant[],
	isWanted: (file: string) => boolean,
	isStale: (file: string) => boolean,
): Promise<Coverage> {
	const known = new Map(readCoverage().map((entry) => [entry.file, entry]));
	const files = globSync([unitTests, workerTests])
		.filter((file) => isWanted(file))
		.filter((file) => isStale(file) || known.get(file)?.digest !== digestOf(file));
	await withRunners(files.sort(), true, async (file, run) => {
		const answer = await run([file], 0, fileTimeoutMs);
		const [result] = answer?.results ?? [];
		const failure = result ? result.failure || answer?.unhandled[0] : "it timed out";
		const hits = new Set(result?.hits);
		const keys = mutants.filter(({ id }) => hits.has(id)).map(({ key }) => key);
		console.log(`${file}: ${failure ? `fails: ${failure}` : `${keys.length} mutants`}`);
		const ms = result?.ms ?? fileTimeoutMs;
		known.set(file, { file, digest: digestOf(file), passed: !failure, ms, keys });
		writeFileSync(coverageFile, JSON.stringify([...known.values()]));
	});
	return [...known.values()].filter(({ file }) => existsSync(file));
}

/** Milliseconds of tests, by their time without a mutant, that are run for one mutant at most. */
const budgetMs = 400_000;

const moduleName = (path: string) => basename(path).replace(/\..*$/, "");

/**
 * @returns the tests that reach a mutant, as many as fit into the budget: those named after its module first, then those
 * that reach and take little
 */
export function selectTests(mutant: Mutant, coverage: Coverage, unit: boolean): Coverage {
	const isRecorded = coverage.some(({ keys }) => keys.includes(mutant.key));
	// A mutant newer than the recording is tried by all tests that reach its module.
	const reaches = ({ keys }: Coverage[number]) =>
		isRecorded ? keys.includes(mutant.key) : keys.some((key) => key.startsWith(`${mutant.file} `));
	const cost = ({ file, keys, ms }: Coverage[number]) =>
		moduleName(file) === moduleName(mutant.file) ? 0 : keys.length + ms / 10;
	let spentMs = 0;
	return coverage
		.filter((test) => test.passed && isUnit(test.file) === unit && reaches(test))
		.sort((one, other) => cost(one) - cost(other))
		.filter(({ ms }, index) => {
			const fits = index === 0 || spentMs + ms <= budgetMs;
			if (fits) spentMs += ms;
			return fits;
		});
}
