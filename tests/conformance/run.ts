import { isDeepStrictEqual } from "node:util";
import { loadStripeSchema } from "../support/stripe-schema.ts";
import type { Connection } from "./connection.ts";
import type { Facts } from "./facts.ts";
import { scenarios } from "./scenarios.ts";
import { fieldsOf } from "./tape.ts";

/** What a scenario came to: nothing in `differences` when it is as expected and fits the schema. */
export type Result = { name: string; differences: string[] };

/** @returns each fact that is another one: `place: expected …, got …` */
export function compareFacts(expected: Facts, actual: Facts, place = ""): string[] {
	const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
	return Array.from(names).flatMap((name) => {
		const [one, other] = [expected[name], actual[name]];
		if (isDeepStrictEqual(one, other)) return [];
		const here = place === "" ? name : `${place}.${name}`;
		if (isFacts(one) && isFacts(other)) return compareFacts(one, other, here);
		return [`${here}: expected ${JSON.stringify(one)}, got ${JSON.stringify(other)}`];
	});
}

const isFacts = (value: Facts[string] | undefined): value is Facts =>
	typeof value === "object" && value !== null;

/** Runs all scenarios one after the other. */
export async function runScenarios(connection: Connection): Promise<Result[]> {
	const faultsOf = await loadStripeSchema();
	const results: Result[] = [];
	for (const { name, run, expected } of scenarios) {
		const before = connection.exchanges.length;
		const facts = await run(connection).catch((error: unknown) => ({ failed: String(error) }));
		const faults = connection.exchanges.slice(before).flatMap(faultsOf);
		const differences = [...compareFacts(expected, facts), ...new Set(faults)];
		results.push({ name, differences });
	}
	return results;
}

const missingOf = (all: Set<string>, some: Set<string>) =>
	Array.from(all).filter((field) => !some.has(field));

/** @returns fields that only one of the two has, for each call and status that both have */
export function compareFields(sandbox: Connection, stripe: Connection): string[] {
	const ours = fieldsOf(sandbox.exchanges);
	return Array.from(fieldsOf(stripe.exchanges)).flatMap(([call, theirs]) => {
		const own = ours.get(call);
		if (!own) return [`${call}: the sandbox never answers so`];
		return [
			...missingOf(theirs, own).map((field) => `${call}: the sandbox lacks ${field}`),
			...missingOf(own, theirs).map((field) => `${call}: Stripe has no ${field}`),
		];
	});
}
