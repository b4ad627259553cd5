import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { table } from "../bench/document.ts";
import { accepted } from "./accepted.ts";
import type { Mutant } from "./instrument.ts";
import { areas } from "./targets.ts";

/** Every mutant that was tried last, in this run or an earlier one. */
export const resultsFile = "test-results/mutations.json";

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

const isLeft = ({ verdict }: Verdict) => verdict === "survived" || verdict === "uncovered";

/**
 * @param all every mutant of the modules that were tried @param found what was found of those that were
 * @returns what is wrong, a sentence each: mutants that live without a reason, reasons without such a mutant
 */
export function findFlaws(all: Mutant[], found: Verdict[]): string[] {
	const files = new Set(all.map(({ file }) => file));
	const keys = new Set(all.map(({ key }) => key));
	const left = new Set(found.filter(isLeft).map(({ key }) => key));
	const ofFiles = Object.keys(accepted).filter((key) => files.has(key.split(" ")[0] ?? ""));
	return [
		...[...left].filter((key) => !(key in accepted)).map((key) => `survived: ${key}`),
		...ofFiles.filter((key) => !keys.has(key)).map((key) => `accepted, but gone: ${key}`),
		...found
			.filter((verdict) => !isLeft(verdict) && verdict.key in accepted)
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
	count(found, (verdict) => isLeft(verdict) && verdict.key in accepted),
	count(found, (verdict) => isLeft(verdict) && !(verdict.key in accepted)),
	count(found, ({ verdict }) => verdict === "untried"),
];

const head = ["", "mutants", "unit tests", "API tests", "time-out", "accepted", "survived", "left"];

/** @returns the table of what was found, an area a row, and the mutants that are accepted with their reasons */
export function describeResults(found: Verdict[]): string {
	const rows = Object.entries(areas).map(([name, paths]) =>
		rowOf(
			name,
			found.filter(({ key }) => paths.some((path) => key.startsWith(path))),
		),
	);
	const reasons = found
		.filter((verdict) => isLeft(verdict) && verdict.key in accepted)
		.map(({ key }) => `- \`${key.replaceAll("`", "'")}\`: ${accepted[key]}`);
	const list = reasons.length > 0 ? `\n\nAccepted:\n\n${reasons.join("\n")}` : "";
	return `${table(head, [...rows, rowOf("all", found)])}${list}`;
}
