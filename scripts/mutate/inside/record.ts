import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import "./switch.ts";

const log = process.env.MUTANT_RECORD;
const write = (line: object) => {
	if (log) appendFileSync(log, `${JSON.stringify(line)}\n`);
};

beforeAll(() => write({ file: expect.getState().testPath }));
afterAll(() => write({ hits: [...(globalThis.mutationHits ?? [])] }));
