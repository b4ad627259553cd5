import { relative } from "node:path";
import * as v from "valibot";
import { createVitest, type TestModule } from "vitest/node";
import { type Answer, requestSchema } from "../runner.ts";

/** A process that keeps vitest and what it has transformed, and runs test files when its parent asks. */
const vitest = await createVitest({
	config: "scripts/mutate/inside/vitest.config.ts",
	watch: false,
	bail: process.env.MUTANT_RECORD ? 0 : 1,
	reporters: [{}],
});
await vitest.standalone();
const pathOf = (id: string) => relative(process.cwd(), id);
const specifications = new Map(
	(await vitest.globTestSpecifications()).map((each) => [pathOf(each.moduleId), each]),
);

function resultOf(module: TestModule): Answer["results"][number] {
	const [failed] = module.children.allTests("failed");
	const [error] = [...(failed?.result().errors ?? []), ...module.errors()];
	const { duration, collectDuration } = module.diagnostic();
	return {
		file: pathOf(module.moduleId),
		failure:
			module.state() === "failed" ? `${failed?.fullName}: ${error?.message.split("\n")[0]}` : "",
		ms: Math.round(duration + collectDuration),
		hits: module.meta().hits ?? [],
	};
}

process.on("message", async (message) => {
	const { files, mutant } = v.parse(requestSchema, message);
	process.env.MUTANT = String(mutant);
	// A failure of the run before would count for `bail`.
	vitest.state.filesMap.clear();
	vitest.state.idMap.clear();
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
		files.flatMap((file) => specifications.get(file) ?? []),
	);
	process.send?.({ results: testModules.map(resultOf), unhandled: unhandledErrors.map(String) });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
