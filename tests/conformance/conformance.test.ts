import { expect, test } from "vitest";
import { connectToStripeMock } from "./connection.ts";
import { compareFields, compareOutcomes, runScenarios } from "./run.ts";
import { scenarios } from "./scenarios.ts";

test("in every scenario, the Stripe mock returns the expected outcomes and matches Stripe's schema", async () => {
	const connection = connectToStripeMock();
	const results = await runScenarios(connection);
	expect(results).toHaveLength(scenarios.length);
	expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
	expect(connection.exchanges.length).toBeGreaterThan(60);
});

test("compareOutcomes reports a different value with its path", () => {
	const expected = { status: "succeeded", refund: { httpStatus: 400, code: "charge_disputed" } };
	const actual = { status: "succeeded", refund: { httpStatus: 400 } };
	expect(compareOutcomes(expected, actual)).toEqual([
		'refund.code: expected "charge_disputed", got undefined',
	]);
	expect(compareOutcomes(expected, expected)).toEqual([]);
});

test("compareFields reports each field that only Stripe or only the mock returns", async () => {
	const [mock, stripe] = [connectToStripeMock(), connectToStripeMock()];
	const body = { id: "pi_1", status: "succeeded" };
	const exchange = {
		operation: "payment_intents.retrieve",
		isFromBrowser: false,
		params: {},
		status: 200,
	};
	mock.exchanges.push({ ...exchange, body });
	stripe.exchanges.push({ ...exchange, body: { id: "pi_1", extra_field: { nested: 1 } } });
	expect(compareFields(mock, stripe)).toEqual([
		"payment_intents.retrieve 200: the mock lacks extra_field",
		"payment_intents.retrieve 200: the mock lacks extra_field.nested",
		"payment_intents.retrieve 200: Stripe has no status",
	]);
});
