import { relative } from "node:path";
import * as v from "valibot";
import { createVitest, type TestModule, type TestSpecification } from "vitest/node";
import { askedSchema, type Ran } from "./asked.ts";

/** A process that keeps vitest and what it has transformed, and runs test files when its parent asks. */
const vitest = await createVitest({
	config: "scripts/mutate/inside/vitest.config.ts",
	watch: false,
	bail: process.env.MUTANT_RECORD === undefined ? 1 : 0,
	reporters: [{}],
});
await vitest.standalone();
const pathOf = (id: string) => relative(process.cwd(), id);
const specifications = new Map(
	(await vitest.globTestSpecifications()).map((each) => [pathOf(each.moduleId), each]),
);

function resultOf(module: TestModule): Ran["files"][number] {
	const [failed] = module.children.allTests("failed");
	const [error] = [...(failed?.result().errors ?? []), ...module.errors()];
	return {
		file: pathOf(module.moduleId),
		failed: module.state() === "failed",
		test: failed?.fullName ?? "",
		reason: error?.message.split("\n")[0] ?? "",
		ms: Math.round(module.diagnostic().duration + module.diagnostic().collectDuration),
	};
}

async function run(chosen: TestSpecification[]): Promise<Ran> {
	// A failure that is remembered from the run before counts for `bail`, and ends this one before it has begun.
	vitest.state.filesMap.clear();
	vitest.state.idMap.clear();
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
	return { files: testModules.map(resultOf), unhandled: unhandledErrors.map(String) };
}

process.on("message", async (message) => {
	const { files, mutant } = v.parse(askedSchema, message);
	process.env.MUTANT_ON = String(mutant);
	const recorder = process.env.MUTANT_COLLECTOR;
	process.env.MUTANT_VARIABLES = JSON.stringify(
		recorder ? { MUTANT_RECORD: recorder } : { MUTANT: process.env.MUTANT_ON },
	);
	process.send?.(await run(files.flatMap((file) => specifications.get(file) ?? [])));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
