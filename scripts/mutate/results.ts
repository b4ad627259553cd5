import { formatTable } from "../support/report.ts";
import { acceptedMutants } from "./accepted-mutants.ts";
import type { Mutant } from "./instrument.ts";
import { timedOut } from "./runner.ts";
import { isUnit } from "./tests.ts";

/** The paths to mutate by default. A file counts for the first area that has its path. */
export const areas: Record<string, string[]> = {
	payments: ["worker/shop/payments", "worker/services"],
	orders: ["worker/shop/orders", "worker/shop/write.ts"],
	accounts: ["worker/auth", "worker/shop/accounts"],
	http: [
		"worker/http",
		"worker/api",
		"app/features/accounts/guards.ts",
		"app/lib/form-action.ts",
		"app/document/security-policy.ts",
	],
	schemas: ["contract/schemas"],
	baskets: ["worker/shop/basket", "worker/shop/quick-order", "worker/shop/lists"],
	quotes: ["worker/shop/quotes"],
	catalogue: ["worker/shop/catalogue", "worker/shop/reviews", "worker/shop/images"],
	imports: ["worker/shop/imports"],
	emails: ["worker/shop/emails", "worker/shop/contact"],
	"other use cases": ["worker/shop"],
	"other rules of the contract": ["contract"],
};

export const getArea = ({ key }: Mutant): string =>
	Object.entries(areas).find(([, paths]) => paths.some((path) => key.startsWith(path)))?.[0] ??
	"other";

/** The test that killed each mutant (`file › title`, or "" if it survived), by the key of the mutant. */
export type Results = Map<string, string>;

const columns = ["unit tests", "API tests", "timeout", "accepted", "survived"] as const;

function getColumn({ key }: Mutant, results: Results): (typeof columns)[number] {
	const test = results.get(key) ?? "";
	if (test === "") return key in acceptedMutants ? "accepted" : "survived";
	if (test === timedOut) return "timeout";
	return isUnit(test) ? "unit tests" : "API tests";
}

/** Lists the survivors that are not accepted, and the entries of `acceptedMutants` that are no longer needed. */
export function findProblems(
	allMutants: Mutant[],
	selectedMutants: Mutant[],
	results: Results,
): string[] {
	const problems = selectedMutants.flatMap((mutant) => {
		const { key } = mutant;
		const column = getColumn(mutant, results);
		if (column === "survived") return `survived: ${key}`;
		const isAcceptedButKilled = key in acceptedMutants && column !== "accepted";
		return isAcceptedButKilled ? `accepted, but killed by ${results.get(key)}: ${key}` : [];
	});
	const keys = new Set(allMutants.map(({ key }) => key));
	const stale = Object.keys(acceptedMutants).filter((key) => !keys.has(key));
	return [...problems, ...stale.map((key) => `accepted, but no longer a mutant: ${key}`)];
}

export function describeResults(selectedMutants: Mutant[], results: Results): string {
	const getRow = (name: string, mutants: Mutant[]) => {
		const outcomes = Map.groupBy(mutants, (mutant) => getColumn(mutant, results));
		const counts = columns.map((column) => outcomes.get(column)?.length ?? 0);
		return [name, mutants.length, ...counts];
	};
	const byArea = Map.groupBy(selectedMutants, getArea);
	const rows = Object.keys(areas).map((name) => getRow(name, byArea.get(name) ?? []));
	return formatTable(["", "mutants", ...columns], [...rows, getRow("all", selectedMutants)]);
}
