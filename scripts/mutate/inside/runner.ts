import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import * as v from "valibot";
import { createVitest, type TestModule, type TestSpecification } from "vitest/node";
import { activeFile, askedSchema, type Ran } from "./asked.ts";

/** A process that keeps vitest and what it has transformed, and runs test files when its parent asks. */
const vitest = await createVitest({
	config: "scripts/mutate/inside/vitest.config.ts",
	watch: false,
	bail: process.env.MUTANT_RECORD === undefined ? 1 : 0,
	reporters: [{}],
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();
const pathOf = (id: string) => relative(process.cwd(), id);

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
	const { files, mutant, afresh } = v.parse(askedSchema, message);
	writeFileSync(activeFile, String(mutant));
	const other = afresh ? "shared" : "unit";
	const chosen = specifications.filter(
		({ moduleId, project }) => files.includes(pathOf(moduleId)) && project.name !== other,
	);
	process.send?.(await run(chosen));
});
process.on("disconnect", () => process.exit());
process.send?.({ files: [...new Set(specifications.map(({ moduleId }) => pathOf(moduleId)))] });
