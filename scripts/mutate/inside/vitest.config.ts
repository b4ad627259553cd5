import { defineConfig } from "vitest/config";
import { quietTools } from "../../support/programs.ts";

/** Each file of the unit tests reads its modules afresh, in which a mutant may be on from the start. */
const units = { pool: "threads", isolate: true } as const;
/** What the Worker does is tried here: in the test's own process, which stays, no mutant is ever on. */
const frontDoor = {
	isolate: process.env.MUTANT_RECORD !== undefined,
	env: { MUTANT: "0" },
	testTimeout: 30_000,
	hookTimeout: 60_000,
};
const shared = {
	fileParallelism: false,
	maxWorkers: 1,
	setupFiles: ["scripts/mutate/inside/record.ts"],
};

export default defineConfig({
	root: process.cwd(),
	test: {
		env: { ...quietTools, WRANGLER_LOG: "error" },
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: ["{app,worker,contract}/**/*.test.{ts,tsx}"],
					...shared,
					...units,
				},
			},
			{
				extends: true,
				test: {
					name: "api",
					include: ["tests/api/**/*.test.ts"],
					exclude: ["tests/api/{crash,fuzz,query-plans,backup}.test.ts"],
					...shared,
					...frontDoor,
				},
			},
		],
	},
});
