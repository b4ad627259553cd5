import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { table } from "../support/report.ts";
import { accepted } from "./accepted.ts";
import type { Mutant } from "./instrument.ts";
import { areaOf, areas } from "./targets.ts";

/** Every mutant that was tried last, in this run or an earlier one. */
const resultsFile = "test-results/mutations.json";

const verdicts = ["killed", "timeout", "survived", "uncovered", "untried"] as const;

const verdictSchema = v.object({
	key: v.string(),
	kind: v.string(),
	verdict: v.picklist(verdicts),
	/** Which test has noticed it: file › title. */
	by: v.string(),
});
export type Verdict = v.InferOutput<typeof verdictSchema>;

const resultsSchema = v.pipe(v.string(), v.parseJson(), v.array(verdictSchema));

/** @returns what was found so far; nothing where nothing was tried */
export async function readResults(): Promise<Map<string, Verdict>> {
	const text = await readFile(resultsFile, "utf8").catch(() => "[]");
	return new Map(v.parse(resultsSchema, text).map((verdict) => [verdict.key, verdict]));
}

/** Keeps what was found of the mutants that there still are. */
export async function writeResults(results: Map<string, Verdict>, all: Mutant[]): Promise<void> {
	const found = all.flatMap(({ key }) => results.get(key) ?? []);
	await mkdir(dirname(resultsFile), { recursive: true });
	await writeFile(resultsFile, `${JSON.stringify(found, null, "\t")}\n`);
}

export const isNoticed = (verdict?: Verdict): boolean =>
	verdict?.verdict === "killed" || verdict?.verdict === "timeout";
const isLeft = ({ verdict }: Verdict) => verdict === "survived" || verdict === "uncovered";
export const isAccepted = ({ key }: { key: string }) => key in accepted;

/**
 * @param all every mutant there is @param chosen those that had to be tried @param results by key
 * @returns what is wrong, a sentence each: mutants that live without a reason or were not tried to the end, and reasons
 * without such a mutant
 */
export function findFlaws(
	all: Mutant[],
	chosen: Mutant[],
	results: Map<string, Verdict>,
): string[] {
	const keys = new Set(all.map(({ key }) => key));
	const found = chosen.flatMap(({ key }) => results.get(key) ?? []);
	const untried = chosen.filter(
		({ key }) => (results.get(key)?.verdict ?? "untried") === "untried",
	);
	return [
		...found
			.filter((verdict) => isLeft(verdict) && !isAccepted(verdict))
			.map(({ key }) => `survived: ${key}`),
		...untried.map(({ key }) => `not tried to the end: ${key}`),
		...Object.keys(accepted)
			.filter((key) => !keys.has(key))
			.map((key) => `accepted, but gone: ${key}`),
		...found
			.filter((verdict) => isNoticed(verdict) && isAccepted(verdict))
			.map(({ key, by }) => `accepted, but noticed by ${by}: ${key}`),
	];
}

const count = (found: Verdict[], is: (verdict: Verdict) => boolean) => found.filter(is).length;
const byUnit = ({ by, verdict }: Verdict) => verdict === "killed" && !by.startsWith("tests/");
const byWorker = ({ by, verdict }: Verdict) => verdict === "killed" && by.startsWith("tests/");

const rowOf = (name: string, found: Verdict[]) => [
	name,
	found.length,
	count(found, byUnit),
	count(found, byWorker),
	count(found, ({ verdict }) => verdict === "timeout"),
	count(found, (verdict) => isLeft(verdict) && isAccepted(verdict)),
	count(found, (verdict) => isLeft(verdict) && !isAccepted(verdict)),
	count(found, ({ verdict }) => verdict === "untried"),
];

const head = ["", "mutants", "unit tests", "API tests", "time-out", "accepted", "survived", "left"];

/** @returns the table of what was found, an area a row, and the mutants that are accepted with their reasons */
export function describeResults(found: Verdict[]): string {
	const rows = Object.keys(areas).map((name) =>
		rowOf(
			name,
			found.filter((verdict) => areaOf(verdict) === name),
		),
	);
	const reasons = found
		.filter((verdict) => isLeft(verdict) && isAccepted(verdict))
		.map(({ key }) => `- \`${key.replaceAll("`", "'")}\`: ${accepted[key]}`);
	const list = reasons.length > 0 ? `\n\nAccepted:\n\n${reasons.join("\n")}` : "";
	return `${table(head, [...rows, rowOf("all", found)])}${list}`;
}
