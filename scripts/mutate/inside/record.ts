import { appendFileSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { activeFile } from "./asked.ts";
import "./switch.ts";

/** This file runs before each test file, in a process that may have run others with another mutant. */
globalThis.activeMutant = Number(process.env.MUTANT ?? readFileSync(activeFile, "utf8"));

const log = process.env.MUTANT_RECORD;
const write = (line: object) => {
	if (log) appendFileSync(log, `${JSON.stringify(line)}\n`);
};

const hits = () => [...(globalThis.mutationHits ?? [])];
beforeAll(() => write({ file: expect.getState().testPath, loaded: hits() }));
afterAll(() => write({ hits: hits() }));
