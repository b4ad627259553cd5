import { createHash } from "node:crypto";
import { parseArguments } from "../support/arguments.ts";
import { buildIfChanged } from "../support/build.ts";
import { exitOnSignal, quietEnv } from "../support/programs.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { formatElapsedSince, runStep } from "../support/run-step.ts";
import { runCommand, UserError } from "../support/user-error.ts";
import { acceptedMutants } from "./accepted-mutants.ts";
import { copyFolder, createCopy, listModules } from "./copy.ts";
import type { Mutant } from "./instrument.ts";
import { areas, describeResults, findProblems, getArea, type Results } from "./results.ts";
import { type Run, withRunners } from "./runner.ts";
import { isUnit, recordCoverage, selectTests, type TestFile } from "./tests.ts";

async function buildCopy(): Promise<void> {
	const root = process.cwd();
	// The build's paths are relative to the current folder.
	process.chdir(copyFolder);
	await buildIfChanged();
	process.chdir(root);
}

const hash = ({ key }: Mutant) => createHash("sha256").update(key).digest("hex");
const compareByHash = (a: Mutant, b: Mutant) => (hash(a) < hash(b) ? -1 : 1);

/** Selects `perArea` mutants of each area, the same ones every time. */
function sample(mutants: Mutant[], perArea: number): Mutant[] {
	const byArea = Map.groupBy(mutants.toSorted(compareByHash), getArea);
	return [...byArea.values()]
		.flatMap((areaMutants) => areaMutants.slice(0, perArea))
		.sort(compareByHash);
}

/** Failures that a busy machine can cause even without a mutant. */
const unreliableFailure = /timed out|no longer running|ECONN|fetch failed/i;

async function findKillingTest({ id }: Mutant, tests: TestFile[], run: Run): Promise<string> {
	const limitMs = 30_000 + 5 * tests.reduce((sum, { ms }) => sum + ms, 0);
	let files = tests.map(({ file }) => file);
	while (files.length > 0) {
		const { file, failure } = await run(files, id, limitMs);
		if (failure === "") return "";
		const suspects = file === "" ? files : [file];
		// A file that also fails without the mutant has not killed it.
		const failsWith = async (mutant: number) =>
			(await run(suspects, mutant, limitMs)).failure !== "";
		if (!unreliableFailure.test(failure) || (!(await failsWith(0)) && (await failsWith(id)))) {
			return file === "" ? failure : `${file} › ${failure}`;
		}
		files = files.filter((path) => !suspects.includes(path));
	}
	return "";
}

const options = {
	unit: { type: "boolean", default: false },
	each: { type: "string", default: "Infinity" },
} as const;

const usage = `npm run mutate [-- --unit] [--each 65] [file or folder …]

Changes the code in one place at a time, and lists the changes that no test notices (docs/reliability.md). Takes days
without arguments.

  --unit      runs only the unit tests
  --each 65   makes only 65 changes in each area, always the same`;

async function mutate(): Promise<number> {
	exitOnSignal(130);
	const { values, positionals } = parseArguments(options, { allowPositionals: true });
	const { unit: isUnitOnly, each: perArea } = values;
	Object.assign(process.env, quietEnv, { WRANGLER_LOG: "error" });
	const startedAt = performance.now();
	const modules = listModules([...Object.values(areas).flat(), ...positionals]);
	const allMutants = await runStep("Copying the shop with its mutants", () => createCopy(modules));
	const isNamed = ({ key }: Mutant) =>
		positionals.length === 0 || positionals.some((path) => key.startsWith(path));
	const selectedMutants = sample(allMutants.filter(isNamed), Number(perArea));
	if (selectedMutants.length === 0)
		throw new UserError(`Nothing to mutate in ${positionals.join(", ")}.`);
	if (!isUnitOnly) await runStep("Building the copy", buildCopy);
	const tests = await recordCoverage(isUnitOnly);
	const results: Results = new Map();
	const runTests = async (mutant: Mutant, run: Run) => {
		const reachingTests = selectTests(mutant, tests);
		const unitTests = reachingTests.filter(({ file }) => isUnit(file));
		const killedBy = await findKillingTest(mutant, unitTests, run);
		if (killedBy || mutant.key in acceptedMutants) return killedBy;
		const workerTests = reachingTests.filter(({ file }) => !isUnit(file));
		return findKillingTest(mutant, workerTests, run);
	};
	await withRunners(selectedMutants, async (mutant, run) => {
		const killedBy = await runTests(mutant, run);
		results.set(mutant.key, killedBy);
		console.log(
			`${results.size}/${selectedMutants.length} ${mutant.key} | ${killedBy || "survived"}`,
		);
	});
	const problems = findProblems(allMutants, selectedMutants, results);
	for (const problem of problems) console.error(problem);
	const duration = formatElapsedSince(startedAt);
	console.log(`${selectedMutants.length} mutants, ${problems.length} problems (${duration})`);
	if (positionals.length === 0 && !isUnitOnly) {
		const command = `\`npm run mutate -- ${process.argv.slice(2).join(" ")}\``;
		const conditions = `${selectedMutants.length} of ${allMutants.length} mutants, ${command}, ${duration} on ${describeMachine()}`;
		const resultTable = describeResults(selectedMutants, results);
		await writeSection("mutate", `${resultTable}\n\n${conditions}`, "docs/reliability.md");
	}
	return problems.length === 0 ? 0 : 1;
}

await runCommand(mutate, usage);
