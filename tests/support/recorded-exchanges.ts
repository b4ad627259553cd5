import { appendFileSync, mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type Exchange, exchangeFormat, loadStripeSchemaChecker } from "./stripe-schema.ts";

/** Each request to the Stripe mock in this test run, with its response: one JSON line for each exchange. */
const exchangesFile = "test-results/stripe-exchanges.jsonl";

/** Deletes the exchanges of the previous run. */
export const clearExchanges = () => rm(exchangesFile, { force: true });

/** Appends exchanges to the file. Each line is one write, because several processes append at the same time. */
export function storeExchanges(exchanges: readonly Exchange[]): void {
	if (exchanges.length === 0) return;
	mkdirSync(dirname(exchangesFile), { recursive: true });
	for (const exchange of exchanges) appendFileSync(exchangesFile, `${JSON.stringify(exchange)}\n`);
}

/**
 * Stores the exchanges that the Stripe mock recorded.
 * @throws Error if the sandbox does not list them
 */
export async function saveExchanges(
	sandbox: (path: string) => Promise<Response>,
	path = "/__sandbox/stripe/exchanges.json",
): Promise<void> {
	const response = await sandbox(path);
	storeExchanges(v.parse(v.array(exchangeFormat), await response.json()));
}

const lineFormat = v.pipe(v.string(), v.parseJson(), exchangeFormat);

/**
 * Checks every stored exchange against Stripe's schema.
 * @returns each distinct error as text: operation, status, field and reason
 */
export async function findExchangeErrors(): Promise<string[]> {
	const text = await readFile(exchangesFile, "utf8").catch(() => "");
	const lines = text.split("\n").filter((line) => line !== "");
	if (lines.length === 0) return [];
	const findErrors = await loadStripeSchemaChecker();
	const errors = lines.flatMap((line) => findErrors(v.parse(lineFormat, line)));
	return Array.from(new Set(errors));
}
