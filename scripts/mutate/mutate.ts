import { createHash } from "node:crypto";
import { parseArguments } from "../support/arguments.ts";
import { buildIfChanged } from "../support/build.ts";
import { exitOnSignal, quietTools } from "../support/programs.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { elapsedSince, stage } from "../support/stage.ts";
import { runCommand, UserError } from "../support/user-error.ts";
import { accepted } from "./accepted.ts";
import { copyFolder, listModules, makeCopy } from "./copy.ts";
import type { Mutant } from "./instrument.ts";
import { areaOf, areas, describeResults, findFlaws, readResults, writeResults } from "./results.ts";
import { type Run, withRunners } from "./runner.ts";
import { isUnit, recordCoverage, selectTests, type TestFile } from "./tests.ts";

/** The build uses paths of the current folder. */
async function buildCopy(): Promise<void> {
	const root = process.cwd();
	process.chdir(copyFolder);
	await buildIfChanged();
	process.chdir(root);
}

const hash = ({ key }: Mutant) => createHash("sha256").update(key).digest("hex");
const byHash = (one: Mutant, other: Mutant) => (hash(one) < hash(other) ? -1 : 1);

/** @returns so many mutants of each area, always the same ones */
function sample(mutants: Mutant[], each: number): Mutant[] {
	const byArea = Map.groupBy(mutants.toSorted(byHash), areaOf);
	return [...byArea.values()].flatMap((ofArea) => ofArea.slice(0, each)).sort(byHash);
}

/** Failures that a busy machine causes too. */
const doubtful = /timed out|no longer running|ECONN|fetch failed/i;

/** @returns the test that noticed a mutant; "" for none. A file that fails without the mutant too has noticed nothing. */
async function askTests({ id }: Mutant, tests: TestFile[], run: Run): Promise<string> {
	const limitMs = 30_000 + 5 * tests.reduce((sum, { ms }) => sum + ms, 0);
	let files = tests.map(({ file }) => file);
	while (files.length > 0) {
		const { file, failure } = await run(files, id, limitMs);
		if (failure === "") return "";
		const suspects = file === "" ? files : [file];
		const failsWith = async (mutant: number) =>
			(await run(suspects, mutant, limitMs)).failure !== "";
		if (!doubtful.test(failure) || (!(await failsWith(0)) && (await failsWith(id)))) {
			return file === "" ? failure : `${file} › ${failure}`;
		}
		files = files.filter((each) => !suspects.includes(each));
	}
	return "";
}

const options = {
	left: { type: "boolean", default: false },
	unit: { type: "boolean", default: false },
	each: { type: "string", default: "Infinity" },
} as const;

/**
 * `npm run mutate`: changes the code in one place at a time, and lists the changes that no test notices (docs/reliability.md).
 * @returns 0 when every mutant was noticed, or is accepted with a reason
 */
async function mutate(): Promise<number> {
	exitOnSignal(130);
	const { values, positionals } = parseArguments(options, { allowPositionals: true });
	const { unit, left, each } = values;
	Object.assign(process.env, quietTools, { WRANGLER_LOG: "error" });
	const began = performance.now();
	const modules = await listModules([...Object.values(areas).flat(), ...positionals]);
	const all = await stage("Copying the shop with its mutants", () => makeCopy(modules));
	const isNamed = ({ key }: Mutant) =>
		positionals.length === 0 || positionals.some((path) => key.startsWith(path));
	const chosen = sample(all.filter(isNamed), Number(each));
	if (chosen.length === 0) throw new UserError(`Nothing to mutate in ${positionals.join(", ")}.`);
	if (!unit) await stage("Building the copy", buildCopy);
	const tests = await recordCoverage(unit);
	const results = readResults();
	const tried = left ? chosen.filter(({ key }) => !results.get(key)) : chosen;
	const judge = async (mutant: Mutant, run: Run) => {
		const reaching = selectTests(mutant, tests);
		const ask = (isWanted: (test: TestFile) => boolean) =>
			askTests(mutant, reaching.filter(isWanted), run);
		const byUnit = await ask(({ file }) => isUnit(file));
		if (byUnit || mutant.key in accepted) return byUnit;
		return ask(({ file }) => !isUnit(file));
	};
	let done = 0;
	await withRunners(tried, async (mutant, run) => {
		const by = await judge(mutant, run);
		results.set(mutant.key, by);
		writeResults(results);
		done += 1;
		console.log(`${done}/${tried.length} ${mutant.key} | ${by || "survived"}`);
	});
	const flaws = findFlaws(all, chosen, results);
	for (const flaw of flaws) console.error(flaw);
	console.log(`${chosen.length} mutants, ${flaws.length} flaws (${elapsedSince(began)})`);
	if (positionals.length === 0 && !unit) {
		const command = `\`npm run mutate -- ${process.argv.slice(2).join(" ")}\``;
		const how = `${chosen.length} of ${all.length} mutants, ${command}, ${elapsedSince(began)} on ${describeMachine()}`;
		const found = describeResults(chosen, results);
		await writeSection("mutate", `${found}\n\n${how}`, "docs/reliability.md");
	}
	return flaws.length === 0 ? 0 : 1;
}

await runCommand(mutate);
