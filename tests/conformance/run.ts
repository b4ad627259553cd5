import { isDeepStrictEqual } from "node:util";
import { loadStripeSchemaChecker } from "../support/stripe-schema.ts";
import type { Connection } from "./connection.ts";
import { getFields } from "./exchanges.ts";
import type { Outcome } from "./outcome.ts";
import { scenarios } from "./scenarios.ts";

/** The result of a scenario: `differences` from the expected outcome and violations of Stripe's schema. */
export type Result = { name: string; differences: string[] };

/** @returns a line for each different value: `path: expected …, got …` */
export function compareOutcomes(expected: Outcome, actual: Outcome, path = ""): string[] {
	const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
	return Array.from(names).flatMap((name) => {
		const [expectedValue, actualValue] = [expected[name], actual[name]];
		if (isDeepStrictEqual(expectedValue, actualValue)) return [];
		const valuePath = path === "" ? name : `${path}.${name}`;
		if (isOutcome(expectedValue) && isOutcome(actualValue)) {
			return compareOutcomes(expectedValue, actualValue, valuePath);
		}
		return [
			`${valuePath}: expected ${JSON.stringify(expectedValue)}, got ${JSON.stringify(actualValue)}`,
		];
	});
}

const isOutcome = (value: Outcome[string] | undefined): value is Outcome =>
	typeof value === "object" && value !== null;

/** Runs all scenarios one after the other. */
export async function runScenarios(connection: Connection): Promise<Result[]> {
	const findSchemaErrors = await loadStripeSchemaChecker();
	const results: Result[] = [];
	for (const { name, run, expected } of scenarios) {
		const firstIndex = connection.exchanges.length;
		const outcome = await run(connection).catch((error: unknown) => ({ failed: String(error) }));
		const schemaErrors = connection.exchanges.slice(firstIndex).flatMap(findSchemaErrors);
		const differences = [...compareOutcomes(expected, outcome), ...new Set(schemaErrors)];
		results.push({ name, differences });
	}
	return results;
}

const findMissingFields = (expected: Set<string>, actual: Set<string>) =>
	Array.from(expected).filter((field) => !actual.has(field));

/** @returns a line for each field that only one of the two has, by operation and status */
export function compareFields(mock: Connection, stripe: Connection): string[] {
	const mockFields = getFields(mock.exchanges);
	return Array.from(getFields(stripe.exchanges)).flatMap(([operation, stripeFields]) => {
		const fields = mockFields.get(operation);
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
