import { setVariables } from "./copy.ts";
import type { Coverage } from "./coverage.ts";
import type { Mutant } from "./instrument.ts";
import type { Verdict } from "./results.ts";
import type { Runner } from "./runner.ts";

/** Milliseconds that the quick unit tests have for one mutant, by what they took without one. */
const quickMs = 6_000;
/** Milliseconds that all other tests have for one mutant; the files that do not fit in are not run. */
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
	const loaded = new Set(passing.flatMap((test) => test.loaded));
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
		const ms = leastMs + slowness * usual;
		const run = (id: number, afresh: boolean) =>
			runner.run({ files, mutant: id, afresh }, ms).then(noticedBy);
		if (loaded.has(mutant.key)) return run(mutant.id, true);
		const noticed = await run(mutant.id, false);
		// What one mutant leaves behind in a process that stays must not count for the next.
		const isSound =
			noticed === null || noticed.verdict === "timeout" || (await run(0, false)) === null;
		if (isSound) return noticed;
		await runner.restart();
		return run(mutant.id, true);
	}

	/** Unit tests that are done in a moment, those first that have noticed most of the same module. */
	function quickTestsOf(mutant: Mutant): Coverage {
		let spent = 0;
		return testsOf(mutant)
			.filter(({ file }) => isUnit(file))
			.sort(byPromise(mutant))
			.filter(({ ms }) => {
				const fits = spent + ms <= quickMs;
				if (fits) spent += ms;
				return fits;
			});
	}

	async function tryQuickly(mutant: Mutant): Promise<Found> {
		const tests = testsOf(mutant);
		const quick = quickTestsOf(mutant);
		const noticed = quick.length > 0 ? await runTests(mutant, quick) : null;
		if (noticed) return noticed;
		if (tests.length > quick.length) return { verdict: "untried", by: "" };
		return { verdict: tests.length > 0 ? "survived" : "uncovered", by: "" };
	}

	async function tryThoroughly(mutant: Mutant, unit: boolean): Promise<Found> {
		const quick = new Set(quickTestsOf(mutant).map(({ file }) => file));
		const tests = testsOf(mutant)
			.filter(({ file }) => !quick.has(file))
			.sort(byPromise(mutant));
		const [units, others] = [
			tests.filter(({ file }) => isUnit(file)),
			tests.filter(({ file }) => !isUnit(file)),
		];
		await setVariables({ MUTANT: String(mutant.id) });
		let spent = 0;
		for (const test of unit ? units : [...units, ...others]) {
			if (spent > 0 && spent + test.ms > budgetMs) continue;
			spent += test.ms;
			const killed = await runTests(mutant, [test]);
			if (killed) kills.set(`${mutant.file} ${test.file}`, killsOf(mutant, test.file) + 1);
			if (killed) return killed;
		}
		return { verdict: unit && others.length > 0 ? "untried" : "survived", by: "" };
	}

	const describe = ({ key, kind }: Mutant, found: Found): Verdict => ({ key, kind, ...found });
	return {
		/** By the quick unit tests alone: `untried` where they notice nothing, and other tests come by it. */
		tryQuickly: async (mutant: Mutant) => describe(mutant, await tryQuickly(mutant)),
		/** By all other tests, a file at a time, within a budget. @param unit without those of the Worker */
		tryThoroughly: async (mutant: Mutant, unit: boolean) =>
			describe(mutant, await tryThoroughly(mutant, unit)),
	};
}
