import { relative } from "node:path";
import * as v from "valibot";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import { quietEnv } from "../../support/programs.ts";
import { type RunResult, requestSchema } from "../runner.ts";
import { unitTestPattern, workerTestPattern } from "../tests.ts";

class KeepOrderSequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return files;
	}
}

/** Each run has a new worker process, which loads every module with the active mutant. */
const sharedOptions = {
	fileParallelism: false,
	maxWorkers: 1,
	isolate: false,
	setupFiles: ["scripts/mutate/inside/setup.ts"],
	testTimeout: 30_000,
	hookTimeout: 60_000,
};
const env = { ...quietEnv, WRANGLER_LOG: "error" };

/** This process keeps vitest and its transformed modules, and runs test files when its parent requests it. */
const vitest = await createVitest({
	bail: process.env.RECORD_HITS ? 0 : 1,
	config: false,
	projects: [
		{ test: { ...sharedOptions, env, name: "unit", include: [unitTestPattern] } },
		{
			test: {
				...sharedOptions,
				env: { ...env, IS_WORKER_TEST: "1" },
				name: "api",
				include: [workerTestPattern],
			},
		},
	],
	reporters: [{}],
	sequence: { sequencer: KeepOrderSequencer },
	watch: false,
});
await vitest.standalone();
const getPath = (id: string) => relative(process.cwd(), id);
const specifications = new Map(
	(await vitest.globTestSpecifications()).map((file) => [getPath(file.moduleId), file]),
);

async function runTests(files: string[]): Promise<RunResult> {
	// `bail` would count failures of the previous run.
	vitest.state.filesMap.clear();
	vitest.state.idMap.clear();
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
		files.flatMap((file) => specifications.get(file) ?? []),
	);
	const diagnostics = testModules.map((module) => module.diagnostic());
	const ms = diagnostics.reduce(
		(sum, { duration, collectDuration }) => sum + duration + collectDuration,
		0,
	);
	const response = {
		ms: Math.ceil(ms),
		hits: testModules.flatMap((module) => module.meta().hits ?? []),
	};
	const failedModule = testModules.find((module) => module.state() === "failed");
	if (!failedModule) return { ...response, file: "", failure: String(unhandledErrors[0] ?? "") };
	const [test] = failedModule.children.allTests("failed");
	const [error] = [...(test?.result().errors ?? []), ...failedModule.errors()];
	const failure = `${test?.fullName}: ${error?.message.split("\n")[0]}`;
	return { ...response, file: getPath(failedModule.moduleId), failure };
}

process.on("message", async (message) => {
	const { files, mutant } = v.parse(requestSchema, message);
	process.env.MUTANT = String(mutant);
	process.send?.(await runTests(files));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
