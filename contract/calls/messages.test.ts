import type * as v from "valibot";
import { expect, test } from "vitest";
import { parseInput } from "../parse.ts";
import { allCalls } from "./index.ts";

const queryValues = ["", "x", "5", "-1", "x".repeat(5_000)];
const bodyValues = [...queryValues, undefined, null, -1, 1.5, 1e15, true, {}, [], [1], [{}], [[]]];

const listFields = (schema: v.GenericSchema<unknown, unknown>): string[] => {
	if ("entries" in schema && schema.entries instanceof Object) return Object.keys(schema.entries);
	if (!("pipe" in schema) || !Array.isArray(schema.pipe)) return [];
	return listFields(schema.pipe[0]);
};

const isFromValibot = (message: string) => /^Invalid \w+:|Expected .* received/.test(message);

test("no invalid input is rejected with one of Valibot's own messages", () => {
	const messages = allCalls.flatMap(({ method, path, body, query }) =>
		[
			{ schema: body, values: bodyValues },
			{ schema: query, values: queryValues },
		].flatMap(({ schema, values }) => {
			if (!schema) return [];
			const inputs = listFields(schema).flatMap((field) =>
				values.map((value) => ({ [field]: value })),
			);
			return [{}, ...inputs].flatMap((input) => {
				const result = parseInput(schema, input);
				const issues = result.success ? [] : result.issues;
				return issues.map((issue) => `${method} ${path} ${issue.field}: ${issue.message}`);
			});
		}),
	);
	expect(messages.length).toBeGreaterThan(500);
	expect([
		...new Set(messages.filter((text) => isFromValibot(text.replace(/^.*?: /, "")))),
	]).toEqual([]);
});
