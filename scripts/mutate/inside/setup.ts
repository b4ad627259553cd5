// Runs before each test file.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as v from "valibot";
import { afterAll } from "vitest";
import "./switch.ts";

declare module "vitest" {
	interface TaskMeta {
		/** Ids of the mutants that the file reached. */
		hits?: number[];
	}
}

/** In a test of the Worker, the mutant is active in the Worker, not in the test process. */
const { MUTANT = "0", RECORD_HITS, IS_WORKER_TEST } = process.env;
globalThis.activeMutant = IS_WORKER_TEST ? 0 : Number(MUTANT);

if (IS_WORKER_TEST && RECORD_HITS) {
	const hits = new Set<number>();
	globalThis.mutationHits = hits;
	const collector = createServer(async (request, response) => {
		for (const id of v.parse(v.array(v.number()), await json(request))) hits.add(id);
		response.end();
	});
	await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
	afterAll(() => void collector.close());
	const address = collector.address();
	const port = typeof address === "object" ? address?.port : undefined;
	process.env.WORKER_VARIABLES = JSON.stringify({ HIT_COLLECTOR_URL: `http://127.0.0.1:${port}/` });
} else {
	process.env.WORKER_VARIABLES = JSON.stringify({ MUTANT });
}

// biome-ignore lint/correctness/noEmptyPattern: vitest requires an object pattern as the first parameter.
afterAll(({}, { file }) => {
	file.meta.hits = [...(globalThis.mutationHits ?? [])];
});
