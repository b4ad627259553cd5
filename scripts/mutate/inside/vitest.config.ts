import { defineConfig } from "vitest/config";
import { quietTools } from "../../support/programs.ts";

const units = { include: ["{app,worker,contract}/**/*.test.{ts,tsx}"] };
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
				test: { name: "unit", ...shared, ...units, pool: "threads", isolate: true },
			},
			{
				extends: true,
				test: { name: "shared", ...shared, ...units, pool: "threads", isolate: false },
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
