import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quietTools } from "../../support/programs.ts";
import { unitTests, workerTests } from "../tests.ts";

/** Runs test files in the order of the request. */
class RequestOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return files;
	}
}

/** Each run has a new process, which loads every module with the mutant on. */
const shared = {
	fileParallelism: false,
	maxWorkers: 1,
	isolate: false,
	setupFiles: ["scripts/mutate/inside/setup.ts"],
	testTimeout: 30_000,
	hookTimeout: 60_000,
};

export default defineConfig({
	root: process.cwd(),
	test: {
		env: { ...quietTools, WRANGLER_LOG: "error" },
		sequence: { sequencer: RequestOrder },
		projects: [
			{ extends: true, test: { ...shared, name: "unit", include: [unitTests] } },
			{
				extends: true,
				test: { ...shared, name: "api", include: [workerTests], env: { TESTS_WORKER: "1" } },
			},
		],
	},
});
