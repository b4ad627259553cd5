import { isDeepStrictEqual } from "node:util";
import { loadStripeSchema } from "../support/stripe-schema.ts";
import type { Connection } from "./connection.ts";
import { getFields } from "./exchanges.ts";
import type { Facts } from "./facts.ts";
import { scenarios } from "./scenarios.ts";

/** The result of a scenario: `differences` from the expected facts and violations of Stripe's schema. */
export type Result = { name: string; differences: string[] };

/** @returns a line for each different fact: `path: expected …, got …` */
export function compareFacts(expected: Facts, actual: Facts, path = ""): string[] {
	const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
	return Array.from(names).flatMap((name) => {
		const [expectedFact, actualFact] = [expected[name], actual[name]];
		if (isDeepStrictEqual(expectedFact, actualFact)) return [];
		const factPath = path === "" ? name : `${path}.${name}`;
		if (isFacts(expectedFact) && isFacts(actualFact)) {
			return compareFacts(expectedFact, actualFact, factPath);
		}
		return [
			`${factPath}: expected ${JSON.stringify(expectedFact)}, got ${JSON.stringify(actualFact)}`,
		];
	});
}

const isFacts = (value: Facts[string] | undefined): value is Facts =>
	typeof value === "object" && value !== null;

/** Runs all scenarios one after the other. */
export async function runScenarios(connection: Connection): Promise<Result[]> {
	const findSchemaErrors = await loadStripeSchema();
	const results: Result[] = [];
	for (const { name, run, expected } of scenarios) {
		const firstIndex = connection.exchanges.length;
		const facts = await run(connection).catch((error: unknown) => ({ failed: String(error) }));
		const schemaErrors = connection.exchanges.slice(firstIndex).flatMap(findSchemaErrors);
		const differences = [...compareFacts(expected, facts), ...new Set(schemaErrors)];
		results.push({ name, differences });
	}
	return results;
}

const findMissingFields = (expected: Set<string>, actual: Set<string>) =>
	Array.from(expected).filter((field) => !actual.has(field));

/** @returns a line for each field that only one of the two has, by operation and status */
export function compareFields(sandbox: Connection, stripe: Connection): string[] {
	const sandboxFields = getFields(sandbox.exchanges);
	return Array.from(getFields(stripe.exchanges)).flatMap(([operation, stripeFields]) => {
		const fields = sandboxFields.get(operation);
		if (!fields) return [`${operation}: the mock never responds with this status`];
		return [
			...findMissingFields(stripeFields, fields).map(
				(field) => `${operation}: the mock lacks ${field}`,
			),
			...findMissingFields(fields, stripeFields).map(
				(field) => `${operation}: Stripe has no ${field}`,
			),
		];
	});
}
