import { appendFileSync } from "node:fs";
import { afterAll } from "vitest";
import "./switch.ts";

/** This file runs before each test file. In the process that tests a Worker no mutant is ever on, and none is recorded. */
const log = process.env.MUTANT === undefined ? process.env.MUTANT_RECORD : undefined;
globalThis.activeMutant = Number(process.env.MUTANT ?? process.env.MUTANT_ON ?? 0);
afterAll(() => {
	if (log) appendFileSync(log, `${JSON.stringify([...(globalThis.mutationHits ?? [])])}\n`);
});
