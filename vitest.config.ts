import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quietTools } from "./scripts/support/programs.ts";

/**
 * The slowest suites run first. A worker stops its shop and browser when it changes to unit tests, so these run last. Vitest takes
 * short files for quick ones, so those that run long come before the others of their suite.
 */
const order = [
	/\/tests\/e2e\//,
	/\/tests\/api\/(?:crash|edge-soak|fuzz|query-plans)\.test\.ts$/,
	/\/tests\/api\//,
	/\/(?:outage|payments\/races)\.test\.ts$/,
	/./,
];

const rankOf = ({ moduleId }: TestSpecification) =>
	order.findIndex((pattern) => pattern.test(moduleId));

class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((one, other) => rankOf(one) - rankOf(other));
	}
}

const unitFolders = "{app,worker,contract,sandbox,scripts}";
/**
 * Files of one worker share what is slow to start: wrangler's modules, a running shop, a browser. A worker often waits for timers
 * and for other processes, so there are three for two cores.
 */
const sharedWorkers = { isolate: false, maxWorkers: 3 };

export default defineConfig({
	test: {
		env: { ...quietTools, WRANGLER_LOG: "error" },
		sequence: { sequencer: BusySequencer },
		/** On a busy machine, an expected change comes seconds late. */
		expect: { poll: { timeout: 10_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: [
						`${unitFolders}/**/*.test.{ts,tsx}`,
						"tests/{conformance,support,walk}/**/*.test.ts",
					],
					...sharedWorkers,
					execArgv: [
						`--import=${import.meta.resolve("./tests/support/cheap-hashing.ts")}`,
						// V8's last optimizing compiler takes more CPU time than its code saves.
						"--no-turbofan",
					],
					testTimeout: 30_000,
				},
			},
			{
				extends: true,
				test: {
					/** One project for all: a worker ends with its project. */
					name: "shop",
					include: ["tests/{api,e2e,tasks,engines}/**/*.test.ts"],
					...sharedWorkers,
					testTimeout: 60_000,
					hookTimeout: 120_000,
				},
			},
		],
	},
});
