import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quietEnv } from "./scripts/support/programs.ts";

/**
 * The slowest suites run first. Unit tests run last, because a worker stops its shop and browser when it switches to them. Vitest
 * assumes that small files run quickly, so small files that run long are listed before the rest of their suite.
 */
const order = [
	/\/tests\/e2e\//,
	/\/tests\/api\/(?:crash|edge-soak|fuzz|query-plans)\.test\.ts$/,
	/\/tests\/api\//,
	/\/(?:outage|payments\/races)\.test\.ts$/,
	/./,
];

const getRank = ({ moduleId }: TestSpecification) =>
	order.findIndex((pattern) => pattern.test(moduleId));

class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((a, b) => getRank(a) - getRank(b));
	}
}

const unitFolders = "{app,worker,contract,sandbox,scripts}";
/**
 * Test files in the same worker share what is slow to start: modules, a running shop, a browser. Workers often wait for
 * timers and other processes, so three keep two cores busy.
 */
const sharedWorkers = { isolate: false, maxWorkers: 3 };
const reduceScryptCost = `--import=${import.meta.resolve("./tests/support/reduce-scrypt-cost.ts")}`;

export default defineConfig({
	test: {
		env: { ...quietEnv, WRANGLER_LOG: "error" },
		sequence: { sequencer: BusySequencer },
		/** On a busy machine, an expected change can be seconds late. */
		expect: { poll: { timeout: 10_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: [
						`${unitFolders}/**/*.test.{ts,tsx}`,
						"tests/{conformance,fuzz,smoke,support}/**/*.test.ts",
					],
					...sharedWorkers,
					execArgv: [
						reduceScryptCost,
						// V8's top-tier compiler takes more CPU time than its optimized code saves.
						"--no-turbofan",
					],
					testTimeout: 30_000,
				},
			},
			{
				extends: true,
				test: {
					/** All these suites are one project, because a worker stops when its project ends. */
					name: "shop",
					include: ["tests/{api,e2e,tasks,engines}/**/*.test.ts"],
					...sharedWorkers,
					execArgv: [reduceScryptCost],
					testTimeout: 60_000,
					hookTimeout: 120_000,
				},
			},
		],
	},
});
