import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as v from "valibot";
import { afterAll } from "vitest";
import "./switch.ts";

declare module "vitest" {
	interface TaskMeta {
		/** Ids of the mutants that a test file has reached. */
		hits?: number[];
	}
}

/** Runs before each test file. A test of the Worker switches the mutant on in the Worker, never in its own process. */
const { MUTANT = "0", MUTANT_RECORD, TESTS_WORKER } = process.env;
globalThis.activeMutant = TESTS_WORKER ? 0 : Number(MUTANT);

if (TESTS_WORKER && MUTANT_RECORD) {
	const hits = new Set<number>();
	globalThis.mutationHits = hits;
	const collector = createServer(async (request, response) => {
		for (const id of v.parse(v.array(v.number()), await json(request))) hits.add(id);
		response.end();
	});
	await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
	afterAll(() => void collector.close());
	const address = collector.address();
	const port = typeof address === "object" ? address?.port : undefined;
	process.env.WORKER_VARIABLES = JSON.stringify({ MUTANT_RECORD: `http://127.0.0.1:${port}/` });
} else {
	process.env.WORKER_VARIABLES = JSON.stringify({ MUTANT });
}

// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first parameter where no fixture is used.
afterAll(({}, { file }) => {
	file.meta.hits = [...(globalThis.mutationHits ?? [])];
});
