import { createHash } from "node:crypto";
import { parseArguments } from "../support/arguments.ts";
import { buildIfChanged } from "../support/build.ts";
import { endOnSignal, quietTools } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { since, stage } from "../support/stage.ts";
import { copyFolder, listModules, makeCopy } from "./copy.ts";
import { type Coverage, recordCoverage } from "./coverage.ts";
import type { Mutant } from "./instrument.ts";
import { inLanes } from "./lanes.ts";
import {
	describeResults,
	findFlaws,
	isAccepted,
	isNoticed,
	readResults,
	writeResults,
} from "./results.ts";
import { allTargets, areaOf } from "./targets.ts";
import { isUnit, type Kind, openOrder, openTrial } from "./trial.ts";

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

const hash = ({ key }: Mutant) => createHash("sha256").update(key).digest("hex");
const byHash = (one: Mutant, other: Mutant) => (hash(one) < hash(other) ? -1 : 1);

/** @returns so many mutants of each area, always the same ones */
function drawFromEach(mutants: Mutant[], each: number): Mutant[] {
	const areas = Map.groupBy(mutants.toSorted(byHash), areaOf);
	return [...areas.values()].flatMap((ofArea) => ofArea.slice(0, each)).sort(byHash);
}

/** Tries mutants by one kind of tests, and keeps what is found. @returns those that these tests did not notice */
async function tryAll(
	mutants: Mutant[],
	all: Mutant[],
	{ coverage, kind, isLast }: { coverage: Coverage; kind: Kind; isLast: boolean },
): Promise<Mutant[]> {
	const results = await readResults();
	const order = openOrder(coverage);
	let done = 0;
	await inLanes(
		[...mutants],
		() => openTrial(order, kind),
		async (verdict) => {
			const { key, by } = verdict;
			// Other tests may notice it yet, unless nobody has to.
			const isOpen = !isNoticed(verdict) && !isLast && !isAccepted(verdict);
			results.set(key, isOpen ? { ...verdict, verdict: "untried" } : verdict);
			await writeResults(results, all);
			done += 1;
			console.log(`${kind} ${done}/${mutants.length} ${verdict.verdict} ${key} | ${by}`);
		},
	);
	return mutants.filter((mutant) => !isNoticed(results.get(mutant.key)) && !isAccepted(mutant));
}

async function writePage(chosen: Mutant[], all: Mutant[], words: string): Promise<void> {
	const results = await readResults();
	const found = chosen.flatMap(({ key }) => results.get(key) ?? []);
	const how = `${chosen.length} of ${all.length} mutants, ${words} on ${await describeMachine()}`;
	await writeSection("mutate", `${describeResults(found)}\n\n${how}`, page);
}

/**
 * `npm run mutate`: breaks the code in one place at a time, and names what no test notices. `-- worker/shop/orders`: only
 * what is there. `--each 85`: so many of each area, always the same, which is written into docs/reliability.md. `--left`: only
 * what was not noticed before. `--unit`: by the unit tests alone. `--record tests/api/x`: records again what these test
 * files run, which is otherwise done when they change.
 * @returns 0 when every mutant was noticed, or is accepted with a reason
 */
async function mutate(): Promise<number> {
	endOnSignal(130);
	const { values, positionals } = parseArguments(
		{
			record: { type: "string", multiple: true, default: [] },
			left: { type: "boolean" },
			unit: { type: "boolean" },
			each: { type: "string", default: "Infinity" },
		},
		{ words: true },
	);
	Object.assign(process.env, quietTools, { WRANGLER_LOG: "error" });
	const began = performance.now();
	const modules = await listModules([...allTargets, ...positionals]);
	const all = await stage("Copying the shop with its mutants", () => makeCopy(modules));
	const { unit = false, left = false, each, record } = values;
	if (!unit) await buildCopy();
	const coverage = await recordCoverage(
		all,
		(file) => !unit || isUnit(file),
		(file) => record.some((part) => file.includes(part)),
	);
	const isNamed = ({ key }: Mutant) =>
		positionals.length === 0 || positionals.some((path) => key.startsWith(path));
	const chosen = drawFromEach(all.filter(isNamed), Number(each));
	if (chosen.length === 0) throw new Refusal(`Nothing to mutate in ${positionals.join(", ")}.`);
	const before = await readResults();
	const tried = left ? chosen.filter(({ key }) => !isNoticed(before.get(key))) : chosen;
	const open = await tryAll(tried, all, { coverage, kind: "unit", isLast: false });
	if (!unit) await tryAll(open, all, { coverage, kind: "worker", isLast: true });
	const flaws = findFlaws(all, chosen, await readResults());
	for (const flaw of flaws) console.error(flaw);
	console.log(`${chosen.length} mutants, ${flaws.length} flaws (${since(began)})`);
	const command = `\`npm run mutate -- ${process.argv.slice(2).join(" ")}\``;
	if (positionals.length === 0) await writePage(chosen, all, `${command}, ${since(began)}`);
	return flaws.length === 0 ? 0 : 1;
}

await runCommand(mutate);
