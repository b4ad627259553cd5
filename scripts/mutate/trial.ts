import { basename, dirname } from "node:path";
import type { Coverage } from "./coverage.ts";
import type { Mutant } from "./instrument.ts";
import type { Verdict } from "./results.ts";
import { openRunner, type Runner } from "./runner.ts";

/** Milliseconds of tests, by what they took without a mutant, that are begun for one mutant: unit tests, tests of the Worker. */
const budgetsMs = { unit: 100_000, worker: 120_000 };
/** A test file that takes so many times as long as without a mutant hangs. */
const slowness = 5;
const leastMs = 30_000;
/** What fails for these reasons may do so because the machine is busy. */
const doubtful = /timed out|no longer running|ECONN|fetch failed/i;

type Found = Pick<Verdict, "verdict" | "by">;
type Noticed = Found & { reason: string };
export type Kind = keyof typeof budgetsMs;

export const isUnit = (file: string) => !file.startsWith("tests/");

/** @returns who has noticed the mutant; null where nobody has */
function noticedBy(ran: Awaited<ReturnType<Runner["run"]>>): Noticed | null {
	if (ran === null) return { verdict: "timeout", by: "", reason: "" };
	const failed = ran.files.find((result) => result.failed);
	const [error] = ran.unhandled;
	if (!failed) return error === undefined ? null : { verdict: "killed", by: error, reason: error };
	const { file, test, reason } = failed;
	return { verdict: "killed", by: `${file} › ${test || reason}`, reason };
}

/** Knows which tests are asked about a mutant, and in which order; shared by all lanes. */
export function openOrder(coverage: Coverage) {
	/** Module and test file → mutants that it has killed. */
	const kills = new Map<string, number>();
	const passing = coverage.filter(({ passed }) => passed);
	const keysOf = new Map(passing.map(({ file, keys }) => [file, new Set(keys)]));
	const recorded = new Set(passing.flatMap(({ keys }) => keys));
	const killsOf = (mutant: Mutant, test: string) => kills.get(`${mutant.file} ${test}`) ?? 0;
	const nameOf = (path: string) => basename(path).replace(/\..*$/, "");
	/** `worker/http/theme.test.ts` and `tests/api/theme.test.ts` are both named after `worker/http/theme.ts`. */
	const isBeside = (mutant: Mutant, { file }: Coverage[number]) =>
		Number(nameOf(file) === nameOf(mutant.file));
	const isNear = (mutant: Mutant, { file }: Coverage[number]) =>
		Number(dirname(file) === dirname(mutant.file));

	/** A mutant that is newer than the recording is tried by all tests that reach its module. */
	const reaches = ({ key, file }: Mutant, test: Coverage[number]) =>
		recorded.has(key)
			? keysOf.get(test.file)?.has(key)
			: test.keys.some((one) => one.startsWith(`${file} `));

	return {
		/** Tests named after the module first, then those that killed most in it, those of its folder, those that reach little and take little. */
		testsOf(mutant: Mutant, kind: Kind): Coverage {
			const cost = ({ keys, ms }: Coverage[number]) => keys.length + ms / 10;
			return passing
				.filter((test) => isUnit(test.file) === (kind === "unit") && reaches(mutant, test))
				.sort(
					(one, other) =>
						isBeside(mutant, other) - isBeside(mutant, one) ||
						killsOf(mutant, other.file) - killsOf(mutant, one.file) ||
						isNear(mutant, other) - isNear(mutant, one) ||
						cost(one) - cost(other),
				);
		},
		noteKill(mutant: Mutant, by: string) {
			const key = `${mutant.file} ${by.split(" › ")[0]}`;
			kills.set(key, (kills.get(key) ?? 0) + 1);
		},
	};
}

type Order = ReturnType<typeof openOrder>;

/** @returns the tests that fit into the time for one mutant; one at least */
function withinBudget(tests: Coverage, kind: Kind): Coverage {
	let spent = 0;
	return tests.filter(({ ms }) => {
		const fits = spent === 0 || spent + ms <= budgetsMs[kind];
		if (fits) spent += ms;
		return fits;
	});
}

/** Tries mutants by the tests of one kind that reach them, until one of these notices. */
export async function openTrial(order: Order, kind: Kind) {
	const runner = await openRunner();

	async function runTests(mutant: number, tests: Coverage): Promise<Noticed | null> {
		const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
		const files = tests.map(({ file }) => file);
		return noticedBy(await runner.run({ files, mutant }, leastMs + slowness * usual));
	}
	/** A test that fails on a busy machine without the mutant too has noticed nothing. */
	async function isReal(mutant: Mutant, tests: Coverage, { by }: Found): Promise<boolean> {
		const failing = tests.filter(({ file }) => by.startsWith(`${file} `));
		const suspects = failing.length > 0 ? failing : tests;
		if ((await runTests(0, suspects)) !== null) return false;
		return (await runTests(mutant.id, suspects)) !== null;
	}
	async function find(mutant: Mutant): Promise<Found> {
		let tests = withinBudget(order.testsOf(mutant, kind), kind);
		if (tests.length === 0) return { verdict: "uncovered", by: "" };
		while (tests.length > 0) {
			const found = await runTests(mutant.id, tests);
			if (found === null) break;
			const isDoubtful = found.verdict === "timeout" || doubtful.test(found.reason);
			if (!isDoubtful || (await isReal(mutant, tests, found))) {
				order.noteKill(mutant, found.by);
				return found;
			}
			tests = found.by === "" ? [] : tests.filter(({ file }) => !found.by.startsWith(`${file} `));
		}
		return { verdict: "survived", by: "" };
	}
	return {
		work: async (mutant: Mutant): Promise<Verdict> => {
			const { key, kind } = mutant;
			const { verdict, by } = await find(mutant);
			return { key, kind, verdict, by };
		},
		stop: runner.stop,
	};
}
