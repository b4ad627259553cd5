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
	orders: ["worker/shop/orders", "worker/shop/write.ts", "worker/shop/reviews/add.ts"],
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

export const areaOf = ({ key }: Mutant): string =>
	Object.entries(areas).find(([, paths]) => paths.some((path) => key.startsWith(path)))?.[0] ??
	"other";

/** Key of a mutant → the test that has noticed it last, `file › title`; "" for none. */
export type Results = Map<string, string>;

const resultsFile = "test-results/mutations.json";
const resultsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** @returns those of earlier runs; none where there is no file of this form */
export function readResults(): Results {
	try {
		return new Map(Object.entries(v.parse(resultsSchema, readFileSync(resultsFile, "utf8"))));
	} catch {
		return new Map();
	}
}

export function writeResults(results: Results): void {
	mkdirSync(dirname(resultsFile), { recursive: true });
	writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(results), null, "\t")}\n`);
}

/** In place of a test: all of them together took too long. */
export const timeOut = "they timed out";

const columns = ["unit tests", "API tests", "time-out", "accepted", "survived"] as const;

function columnOf({ key }: Mutant, results: Results): (typeof columns)[number] {
	const by = results.get(key) ?? "";
	if (by === "") return key in accepted ? "accepted" : "survived";
	if (by === timeOut) return "time-out";
	return isUnit(by) ? "unit tests" : "API tests";
}

/** @returns a sentence for each mutant that survived without a reason, and for each reason without such a mutant */
export function findFlaws(all: Mutant[], chosen: Mutant[], results: Results): string[] {
	const flaws = chosen.flatMap((mutant) => {
		const { key } = mutant;
		const column = columnOf(mutant, results);
		if (column === "survived") return `survived: ${key}`;
		const isWrong = key in accepted && column !== "accepted";
		return isWrong ? `accepted, but noticed by ${results.get(key)}: ${key}` : [];
	});
	const keys = new Set(all.map(({ key }) => key));
	const gone = Object.keys(accepted).filter((key) => !keys.has(key));
	return [...flaws, ...gone.map((key) => `accepted, but gone: ${key}`)];
}

/** @returns a table with a row for each area */
export function describeResults(chosen: Mutant[], results: Results): string {
	const rowOf = (name: string, mutants: Mutant[]) => {
		const found = mutants.map((mutant) => columnOf(mutant, results));
		const counts = columns.map((column) => found.filter((each) => each === column).length);
		return [name, mutants.length, ...counts];
	};
	const byArea = Map.groupBy(chosen, areaOf);
	const rows = Object.keys(areas).map((name) => rowOf(name, byArea.get(name) ?? []));
	return table(["", "mutants", ...columns], [...rows, rowOf("all", chosen)]);
}
