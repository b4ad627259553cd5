import { expect, test } from "vitest";
import { connectToStripeMock } from "./connection.ts";
import { compareFacts, compareFields, runScenarios } from "./run.ts";
import { scenarios } from "./scenarios.ts";

test("in every scenario, the Stripe mock returns the expected facts and matches Stripe's schema", async () => {
	const connection = connectToStripeMock();
	const results = await runScenarios(connection);
	expect(results).toHaveLength(scenarios.length);
	expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
	expect(connection.exchanges.length).toBeGreaterThan(60);
});

test("compareFacts reports a different value with its path", () => {
	const expected = { status: "succeeded", refund: { httpStatus: 400, code: "charge_disputed" } };
	const actual = { status: "succeeded", refund: { httpStatus: 400 } };
	expect(compareFacts(expected, actual)).toEqual([
		'refund.code: expected "charge_disputed", got undefined',
	]);
	expect(compareFacts(expected, expected)).toEqual([]);
});

test("compareFields reports each field that only Stripe or only the mock returns", async () => {
	const [sandbox, stripe] = [connectToStripeMock(), connectToStripeMock()];
	const body = { id: "pi_1", status: "succeeded" };
	const exchange = {
		operation: "payment_intents.retrieve",
		isFromBrowser: false,
		params: {},
		status: 200,
	};
	sandbox.exchanges.push({ ...exchange, body });
	stripe.exchanges.push({ ...exchange, body: { id: "pi_1", added: { nested: 1 } } });
	expect(compareFields(sandbox, stripe)).toEqual([
		"payment_intents.retrieve 200: the mock lacks added",
		"payment_intents.retrieve 200: the mock lacks added.nested",
		"payment_intents.retrieve 200: Stripe has no status",
	]);
});
