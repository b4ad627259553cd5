import { createHash } from "node:crypto";
import { writeSection } from "../bench/document.ts";
import { describeMachine } from "../bench/machine.ts";
import { parseArguments } from "../support/arguments.ts";
import { buildIfChanged } from "../support/build.ts";
import { endOnSignal, quietTools } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { since, stage } from "../support/stage.ts";
import { copyFolder, listModules, makeCopy, setVariables } from "./copy.ts";
import { type Coverage, readCoverage, recordCoverage } from "./coverage.ts";
import type { Mutant } from "./instrument.ts";
import {
	describeResults,
	findFlaws,
	readResults,
	resultsFile,
	type Verdict,
	writeResults,
} from "./results.ts";
import { openRunner } from "./runner.ts";
import { allTargets } from "./targets.ts";
import { openTrial } from "./trial.ts";

const page = "docs/reliability.md";

/** Builds in the copy: every path of the build is read from the folder that the process is in. */
async function buildCopy(): Promise<void> {
	const root = process.cwd();
	process.chdir(copyFolder);
	try {
		await buildIfChanged();
	} finally {
		process.chdir(root);
	}
}

/**
 * @param again parts of the paths of test files that are recorded again. What was never recorded is recorded in any case.
 * @param unit whether the tests of the Worker are left out
 */
async function findCoverage(mutants: Mutant[], again: string[], unit: boolean): Promise<Coverage> {
	const known = new Set((await readCoverage())?.map(({ file }) => file));
	const isNew = (file: string) => !known.has(file) && !(unit && file.startsWith("tests/"));
	const isAgain = (file: string) => again.some((part) => file.includes(part));
	return recordCoverage(mutants, (file) => isNew(file) || isAgain(file), console.log);
}

/**
 * @param quick whether all but the quick unit tests are left out
 * @param unit whether the tests of the Worker are left out
 * @param deadline ms since 1970, after which no other is begun
 * @returns what was found of each
 */
async function tryAll(
	chosen: Mutant[],
	all: Mutant[],
	coverage: Coverage,
	{ quick, unit, deadline }: { quick: boolean; unit: boolean; deadline: number },
): Promise<Verdict[]> {
	await setVariables({});
	const runner = await openRunner();
	const { tryQuickly, tryThoroughly } = openTrial(runner, coverage);
	const results = await readResults();
	const found = new Map<string, Verdict>();

	const note = async (verdict: Verdict, place: string, began: number) => {
		found.set(verdict.key, verdict);
		results.set(verdict.key, verdict);
		await writeResults(results, all);
		console.log(`${place} ${verdict.verdict} ${since(began)} ${verdict.key} | ${verdict.by}`);
	};
	try {
		for (const [index, mutant] of chosen.entries()) {
			if (Date.now() > deadline) break;
			const began = performance.now();
			const first = await tryQuickly(mutant);
			const isOpen = first.verdict === "untried" && !quick;
			const verdict = isOpen ? await tryThoroughly(mutant, unit) : first;
			// Some tests were left out: what the others let pass is not known yet.
			const isUnknown = (quick || unit) && !/killed|timeout/.test(verdict.verdict);
			await note(
				isUnknown ? { ...verdict, verdict: "untried" } : verdict,
				`${index + 1}/${chosen.length}`,
				began,
			);
		}
	} finally {
		runner.stop();
	}
	return [...found.values()];
}

/** @returns a number below 100 that is drawn by the key, and always the same */
const draw = (key: string): number =>
	(createHash("sha256").update(key).digest().readUInt32BE() / 2 ** 32) * 100;

const byDraw = (one: Mutant, other: Mutant) => draw(one.key) - draw(other.key);

async function writePage(all: Mutant[], took: string): Promise<void> {
	const results = await readResults();
	const found = all.flatMap(({ key }) => results.get(key) ?? []);
	const how = `\`npm run mutate\`, ${took} on ${await describeMachine()}`;
	await writeSection("mutate", `${describeResults(found)}\n\n${how}`, page);
}

/**
 * `npm run mutate`: breaks the code in one place at a time, and names what no test notices. `-- worker/shop/orders`: only
 * what is there. `--left`: only what has survived before, or was not tried yet. `--unit`: by the unit tests
 * alone. `--quick`: by those of them that take a moment.
 * `--share 20`: a fifth of them, always the same. `--minutes 30`: what is done by then. `--record tests/api/x`: records again what
 * these test files run, which is otherwise done once. The run of everything is written into docs/reliability.md.
 * @returns 0 when every mutant was noticed, or is accepted with a reason
 */
async function mutate(): Promise<number> {
	endOnSignal(130);
	const { values, positionals } = parseArguments(
		{
			record: { type: "string", multiple: true, default: [] },
			left: { type: "boolean" },
			quick: { type: "boolean" },
			unit: { type: "boolean" },
			minutes: { type: "string", default: "600" },
			share: { type: "string", default: "100" },
			write: { type: "boolean" },
		},
		{ words: true },
	);
	Object.assign(process.env, quietTools, { WRANGLER_LOG: "error" });
	const began = performance.now();
	const modules = await listModules([...allTargets, ...positionals]);
	const all = await stage("Copying the shop with its mutants", () => makeCopy(modules));
	await buildCopy();
	const { unit = false, quick = false } = values;
	const coverage = await findCoverage(all, values.record, unit || quick);
	const before = await readResults();
	const isWanted = ({ key }: Mutant) =>
		(positionals.length === 0 || positionals.some((path) => key.startsWith(path))) &&
		draw(key) < Number(values.share) &&
		(!values.left || !/killed|timeout/.test(before.get(key)?.verdict ?? ""));
	const isOld = ({ key }: Mutant) => Number(before.has(key));
	const chosen = all
		.filter(isWanted)
		.sort(byDraw)
		.sort((one, other) => isOld(one) - isOld(other));
	if (chosen.length === 0) throw new Refusal(`Nothing to mutate in ${positionals.join(", ")}.`);
	const found = await tryAll(chosen, all, coverage, {
		quick,
		unit,
		deadline: Date.now() + Number(values.minutes) * 60_000,
	});
	const files = new Set(chosen.map(({ file }) => file));
	const flaws = findFlaws(
		all.filter(({ file }) => files.has(file)),
		found,
	);
	for (const flaw of flaws) console.error(flaw);
	console.log(`${found.length} mutants, ${flaws.length} flaws (${since(began)}); ${resultsFile}`);
	if (positionals.length === 0 || values.write) await writePage(all, since(began));
	return flaws.length === 0 ? 0 : 1;
}

await runCommand(mutate);
