import { createHash } from "node:crypto";
import { parseArguments } from "../support/arguments.ts";
import { buildIfChanged } from "../support/build.ts";
import { endOnSignal, quietTools } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { since, stage } from "../support/stage.ts";
import { accepted } from "./accepted.ts";
import { copyFolder, listModules, makeCopy } from "./copy.ts";
import type { Mutant } from "./instrument.ts";
import {
	areaOf,
	areas,
	describeResults,
	findFlaws,
	hasNoticed,
	readResults,
	type Verdict,
	writeResults,
} from "./results.ts";
import { type Run, withRunners } from "./runner.ts";
import { type Coverage, isUnit, recordCoverage, selectTests } from "./tests.ts";

/** Builds in the copy: the build uses paths of the current folder. */
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
function sample(mutants: Mutant[], each: number): Mutant[] {
	const byArea = Map.groupBy(mutants.toSorted(byHash), areaOf);
	return [...byArea.values()].flatMap((ofArea) => ofArea.slice(0, each)).sort(byHash);
}

/** Failures that a busy machine causes too. */
const doubtful = /timed out|no longer running|ECONN|fetch failed/i;

/** @returns who noticed a mutant, null where nobody did. A file that fails without the mutant too has noticed nothing. */
async function askTests(
	mutant: Mutant,
	tests: Coverage,
	run: Run,
): Promise<Pick<Verdict, "verdict" | "by"> | null> {
	const usualMs = tests.reduce((sum, { ms }) => sum + ms, 0);
	const ask = async (files: string[], id: number) => {
		const answer = await run(files, id, 30_000 + 5 * usualMs);
		if (!answer) return { verdict: "timeout" as const, file: "", failure: "" };
		const failed = answer.results.find(({ failure }) => failure !== "");
		const [failure = ""] = failed ? [failed.failure] : answer.unhandled;
		return failure === ""
			? null
			: { verdict: "killed" as const, file: failed?.file ?? "", failure };
	};
	let files = tests.map(({ file }) => file);
	while (files.length > 0) {
		const found = await ask(files, mutant.id);
		if (!found) return null;
		const { verdict, file, failure } = found;
		const suspects = file === "" ? files : [file];
		const isReal =
			(verdict === "killed" && !doubtful.test(failure)) ||
			(!(await ask(suspects, 0)) && (await ask(suspects, mutant.id)));
		if (isReal) return { verdict, by: file === "" ? failure : `${file} › ${failure}` };
		files = files.filter((each) => !suspects.includes(each));
	}
	return null;
}

/** Unit tests first; then the tests of the Worker, unless nobody has to notice the mutant. */
async function judge(
	mutant: Mutant,
	{ coverage, run, unit }: { coverage: Coverage; run: Run; unit: boolean },
): Promise<Verdict> {
	const { key } = mutant;
	const byUnit = await askTests(mutant, selectTests(mutant, coverage, true), run);
	if (byUnit) return { key, ...byUnit };
	if (key in accepted) return { key, verdict: "survived", by: "" };
	if (unit) return { key, verdict: "untried", by: "" };
	const byWorker = await askTests(mutant, selectTests(mutant, coverage, false), run);
	return { key, ...(byWorker ?? { verdict: "survived", by: "" }) };
}

/**
 * `npm run mutate`: changes the code in one place at a time, and lists the changes that no test notices (docs/reliability.md).
 * @returns 0 when every mutant was noticed, or is accepted with a reason
 */
async function mutate(): Promise<number> {
	endOnSignal(130);
	const { values, positionals } = parseArguments(
		{
			record: { type: "string", multiple: true, default: [] },
			left: { type: "boolean", default: false },
			unit: { type: "boolean", default: false },
			each: { type: "string", default: "Infinity" },
		},
		{ words: true },
	);
	const { unit, left, each, record } = values;
	Object.assign(process.env, quietTools, { WRANGLER_LOG: "error" });
	const began = performance.now();
	const modules = await listModules([...Object.values(areas).flat(), ...positionals]);
	const all = await stage("Copying the shop with its mutants", () => makeCopy(modules));
	if (!unit) await stage("Building the copy", buildCopy);
	const coverage = await recordCoverage(
		all,
		(file) => !unit || isUnit(file),
		(file) => record.some((part) => file.includes(part)),
	);
	const isNamed = ({ key }: Mutant) =>
		positionals.length === 0 || positionals.some((path) => key.startsWith(path));
	const chosen = sample(all.filter(isNamed), Number(each));
	if (chosen.length === 0) throw new Refusal(`Nothing to mutate in ${positionals.join(", ")}.`);
	const results = readResults();
	const tried = left ? chosen.filter((mutant) => !hasNoticed(results, mutant)) : chosen;
	let done = 0;
	await withRunners(tried, false, async (mutant, run) => {
		const verdict = await judge(mutant, { coverage, run, unit });
		results.set(mutant.key, verdict);
		writeResults(results, all);
		done += 1;
		console.log(`${done}/${tried.length} ${verdict.verdict} ${mutant.key} | ${verdict.by}`);
	});
	const flaws = findFlaws(all, chosen, results);
	for (const flaw of flaws) console.error(flaw);
	console.log(`${chosen.length} mutants, ${flaws.length} flaws (${since(began)})`);
	if (positionals.length === 0) {
		const command = `\`npm run mutate -- ${process.argv.slice(2).join(" ")}\``;
		const how = `${chosen.length} of ${all.length} mutants, ${command}, ${since(began)} on ${await describeMachine()}`;
		const found = chosen.flatMap(({ key }) => results.get(key) ?? []);
		await writeSection("mutate", `${describeResults(found)}\n\n${how}`, "docs/reliability.md");
	}
	return flaws.length === 0 ? 0 : 1;
}

await runCommand(mutate);
