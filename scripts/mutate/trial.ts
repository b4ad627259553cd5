import { setVariables } from "./copy.ts";
import type { Coverage } from "./coverage.ts";
import type { Mutant } from "./instrument.ts";
import type { Verdict } from "./results.ts";
import type { Runner } from "./runner.ts";

/** Milliseconds that the tests of the Worker have for one mutant; the files that do not fit in are not run. */
const budgetMs = 60_000;
/** A test file that takes so many times as long as without a mutant hangs. */
const slowness = 5;
const leastMs = 20_000;

type Found = Pick<Verdict, "verdict" | "by">;

const isUnit = (file: string) => !file.startsWith("tests/");

/** @returns the part of the results of one mutant that tells who has noticed it; null where nobody has */
function noticedBy(ran: Awaited<ReturnType<Runner["run"]>>): Found | null {
	if (ran === null) return { verdict: "timeout", by: "" };
	const failed = ran.files.find((result) => result.failed);
	if (failed) return { verdict: "killed", by: `${failed.file} › ${failed.test || failed.reason}` };
	return ran.unhandled.length > 0 ? { verdict: "killed", by: ran.unhandled[0] ?? "" } : null;
}

/** Tries mutants, one at a time, by the tests that come by them: those first that have noticed most of the same module. */
export function openTrial(runner: Runner, coverage: Coverage) {
	/** Module and test file → mutants that it has killed. */
	const kills = new Map<string, number>();
	const passing = coverage.filter(({ passed }) => passed);
	const reach = new Map(passing.map(({ file, keys }) => [file, keys.length]));
	const keysOf = new Map(passing.map(({ file, keys }) => [file, new Set(keys)]));

	/** A mutant that is newer than the recording is tried by all tests that come by its module. */
	function testsOf({ key, file }: Mutant): Coverage {
		const exact = passing.filter((test) => keysOf.get(test.file)?.has(key));
		if (exact.length > 0) return exact;
		const known = passing.some(({ keys }) => keys.includes(key));
		return known
			? []
			: passing.filter(({ keys }) => keys.some((one) => one.startsWith(`${file} `)));
	}
	const killsOf = (mutant: Mutant, test: string) => kills.get(`${mutant.file} ${test}`) ?? 0;
	const byPromise = (mutant: Mutant) => (one: Coverage[number], other: Coverage[number]) =>
		killsOf(mutant, other.file) - killsOf(mutant, one.file) ||
		(reach.get(one.file) ?? 0) + one.ms / 10 - (reach.get(other.file) ?? 0) - other.ms / 10;

	async function runTests(mutant: Mutant, tests: Coverage) {
		const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
		const files = tests.map(({ file }) => file);
		return noticedBy(await runner.run(files, mutant.id, leastMs + slowness * usual));
	}

	const isUnknown = (tests: Coverage): Verdict["verdict"] =>
		tests.length > 0 ? "survived" : "uncovered";

	async function tryUnits(mutant: Mutant): Promise<Found> {
		const tests = testsOf(mutant);
		const units = tests.filter(({ file }) => isUnit(file));
		const noticed = units.length > 0 ? await runTests(mutant, units) : null;
		if (noticed) return noticed;
		return { verdict: tests.length > units.length ? "untried" : isUnknown(tests), by: "" };
	}

	async function tryWorker(mutant: Mutant): Promise<Found> {
		const tests = testsOf(mutant).sort(byPromise(mutant));
		await setVariables({ MUTANT: String(mutant.id) });
		let spent = 0;
		for (const test of tests.filter(({ file }) => !isUnit(file))) {
			if (spent > 0 && spent + test.ms > budgetMs) continue;
			spent += test.ms;
			const killed = await runTests(mutant, [test]);
			if (killed) kills.set(`${mutant.file} ${test.file}`, killsOf(mutant, test.file) + 1);
			if (killed) return killed;
		}
		return { verdict: isUnknown(tests), by: "" };
	}

	const describe = ({ key, kind }: Mutant, found: Found): Verdict => ({ key, kind, ...found });
	return {
		/** The unit tests alone: `untried` where they notice nothing, and tests of the Worker come by. */
		tryUnits: async (mutant: Mutant) => describe(mutant, await tryUnits(mutant)),
		/** The tests of the Worker, a file at a time, within a budget. */
		tryWorker: async (mutant: Mutant) => describe(mutant, await tryWorker(mutant)),
	};
}
