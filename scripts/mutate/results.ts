import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { table } from "../support/report.ts";
import { accepted } from "./accepted.ts";
import type { Mutant } from "./instrument.ts";
import { isUnit } from "./tests.ts";

/** What is mutated where the command names nothing: what protects money, stock, accounts and requests. */
export const areas: Record<string, string[]> = {
	payments: ["worker/shop/payments", "worker/services"],
	orders: ["worker/shop/orders", "worker/shop/reviews/add.ts"],
	accounts: ["worker/auth", "worker/shop/accounts"],
	http: [
		"worker/http",
		"worker/api",
		"app/features/accounts/guards.ts",
		"app/lib/form-action.ts",
		"app/document/security-policy.ts",
	],
	schemas: ["contract/schemas"],
};

/** @returns the area that a module belongs to; "other" where it is in none */
export const areaOf = ({ key }: { key: string }): string =>
	Object.entries(areas).find(([, paths]) => paths.some((path) => key.startsWith(path)))?.[0] ??
	"other";

/** The last verdict on every mutant, of this run or an earlier one. */
const resultsFile = "test-results/mutations.json";

const verdictSchema = v.object({
	key: v.string(),
	/** `untried`: the unit tests pass, and the tests of the Worker were not asked. */
	verdict: v.picklist(["killed", "timeout", "survived", "untried"]),
	/** The test that failed: file › title. */
	by: v.string(),
});
export type Verdict = v.InferOutput<typeof verdictSchema>;
export type Results = Map<string, Verdict>;

const resultsSchema = v.pipe(v.string(), v.parseJson(), v.array(verdictSchema));

/** @returns the verdicts by key; none where there is no file of this form */
export function readResults(): Results {
	try {
		const found = v.parse(resultsSchema, readFileSync(resultsFile, "utf8"));
		return new Map(found.map((verdict) => [verdict.key, verdict]));
	} catch {
		return new Map();
	}
}

/** Writes the verdicts on the mutants that still exist. */
export function writeResults(results: Results, all: Mutant[]): void {
	const found = all.flatMap(({ key }) => results.get(key) ?? []);
	mkdirSync(dirname(resultsFile), { recursive: true });
	writeFileSync(resultsFile, `${JSON.stringify(found, null, "\t")}\n`);
}

const columns = ["unit tests", "API tests", "time-out", "accepted", "survived", "left"] as const;

function columnOf({ key, verdict, by }: Verdict): (typeof columns)[number] {
	if (verdict === "killed") return isUnit(by) ? "unit tests" : "API tests";
	if (verdict === "timeout") return "time-out";
	if (key in accepted) return "accepted";
	return verdict === "survived" ? "survived" : "left";
}

const isNoticed = (verdict: Verdict["verdict"]) => verdict === "killed" || verdict === "timeout";

/** @returns whether its tests noticed a mutant */
export const hasNoticed = (results: Results, { key }: Mutant): boolean =>
	isNoticed(results.get(key)?.verdict ?? "untried");

/**
 * @param all every mutant there is
 * @param chosen those that had to be tried
 * @returns a sentence for each mutant that survived without a reason or was not tried to the end, and for each reason
 * without such a mutant
 */
export function findFlaws(all: Mutant[], chosen: Mutant[], results: Results): string[] {
	const keys = new Set(all.map(({ key }) => key));
	const flaws = chosen.flatMap(({ key }) => {
		const found = results.get(key) ?? { key, verdict: "untried", by: "" };
		const column = columnOf(found);
		if (column === "survived") return `survived: ${key}`;
		if (column === "left") return `not tried to the end: ${key}`;
		if (key in accepted && column !== "accepted") {
			return `accepted, but noticed by ${found.by}: ${key}`;
		}
		return [];
	});
	const gone = Object.keys(accepted).filter((key) => !keys.has(key));
	return [...flaws, ...gone.map((key) => `accepted, but gone: ${key}`)];
}

function rowOf(name: string, found: Verdict[]): (string | number)[] {
	const counts = columns.map(
		(column) => found.filter((verdict) => columnOf(verdict) === column).length,
	);
	return [name, found.length, ...counts];
}

/** @returns a table with a row for each area, and the accepted mutants with their reasons */
export function describeResults(found: Verdict[]): string {
	const byArea = Map.groupBy(found, areaOf);
	const rows = Object.keys(areas).map((name) => rowOf(name, byArea.get(name) ?? []));
	const reasons = found
		.filter((verdict) => columnOf(verdict) === "accepted")
		.map(({ key }) => `- \`${key.replaceAll("`", "'")}\`: ${accepted[key]}`);
	const list = reasons.length > 0 ? `\n\nAccepted:\n\n${reasons.join("\n")}` : "";
	return `${table(["", "mutants", ...columns], [...rows, rowOf("all", found)])}${list}`;
}
