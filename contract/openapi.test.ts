import { expect, test } from "vitest";
import { describeCalls } from "./openapi.ts";

const calls = describeCalls().flatMap((group) => group.calls);
const getInputType = (id: string, name: string) =>
	calls.find((call) => call.id === id)?.inputs.find((input) => input.name === name)?.type;

test.each([
	["post-shipments", "dryRun", "boolean"],
	["post-shipments", "shipments", "array"],
	["post-passkeys", "passkey", "object"],
	["post-messages", "orderNumber", "string, at most 40 characters or null"],
	["get-products-csv", "stock", "one of: low, out"],
	["get-users", "after", "from the `Link` header of the previous page"],
	["get-suggestions", "q", "the text typed so far"],
])("/docs describes the type of a parameter: %s, %s: %s", (id, name, type) => {
	expect(getInputType(id, name)).toBe(type);
});
