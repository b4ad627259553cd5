import * as v from "valibot";
import { expect, test } from "vitest";
import { allCalls } from "#contract/calls/index.ts";
import { getValidBody } from "./requests.ts";

const existing = {
	product: { id: "a".repeat(24), name: "Pliers" },
	order: { id: "b".repeat(24) },
	accounts: { shopper: { email: "shopper@example.com" } },
};

test.each(allCalls.flatMap((call) => (call.body ? [{ ...call, call, schema: call.body }] : [])))(
	"getValidBody returns a body for $method $path that fits the call's schema",
	({ call, schema }) => {
		expect(v.safeParse(schema, getValidBody(call, existing)).issues).toBeUndefined();
	},
);
