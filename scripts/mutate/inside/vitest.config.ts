import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quietTools } from "../../support/programs.ts";
import { unitTests, workerTests } from "./tests.ts";

/** Each run is in a thread or process of its own, which loads every module with the mutant on. */
const shared = {
	fileParallelism: false,
	maxWorkers: 1,
	isolate: false,
	setupFiles: ["scripts/mutate/inside/record.ts"],
	testTimeout: 30_000,
	hookTimeout: 60_000,
};

/** Test files come in the order in which they are asked for. */
class AskedOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return files;
	}
}

export default defineConfig({
	root: process.cwd(),
	test: {
		env: { ...quietTools, WRANGLER_LOG: "error" },
		sequence: { sequencer: AskedOrder },
		projects: [
			{
				extends: true,
				test: { ...shared, name: "unit", include: [unitTests] },
			},
			{
				extends: true,
				test: {
					...shared,
					name: "api",
					include: [workerTests],
					env: { MUTANT: "0" },
				},
			},
		],
	},
});
