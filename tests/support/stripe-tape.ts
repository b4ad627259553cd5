import { appendFileSync, mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type Exchange, exchangeFormat, loadStripeSchema } from "./stripe-schema.ts";

/** What the tests of this run have said to the Stripe mock and heard of it: a line of JSON an exchange. */
const tapeFile = "test-results/stripe-tape.jsonl";

/** Forgets the tape of the last run. */
export const clearTape = () => rm(tapeFile, { force: true });

/** Adds to the tape of this run; from several processes at once, each line in one write. */
export function addToTape(exchanges: readonly Exchange[]): void {
	if (exchanges.length === 0) return;
	mkdirSync(dirname(tapeFile), { recursive: true });
	for (const exchange of exchanges) appendFileSync(tapeFile, `${JSON.stringify(exchange)}\n`);
}

const lineFormat = v.pipe(v.string(), v.parseJson(), exchangeFormat);

/**
 * Checks every request and answer on the tape against Stripe's schema.
 * @returns how many there are, and each fault once: call, status, place, what is wrong
 */
export async function checkTape(): Promise<{ exchanges: number; errors: string[] }> {
	const text = await readFile(tapeFile, "utf8").catch(() => "");
	const lines = text.split("\n").filter((line) => line !== "");
	if (lines.length === 0) return { exchanges: 0, errors: [] };
	const findErrors = await loadStripeSchema();
	const errors = lines.flatMap((line) => findErrors(v.parse(lineFormat, line)));
	return { exchanges: lines.length, errors: Array.from(new Set(errors)) };
}
