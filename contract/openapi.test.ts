import { expect, test } from "vitest";
import { allCalls } from "./calls/index.ts";
import { createOpenApiDocument, describeCalls } from "./openapi.ts";

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

test("documents the errors that any call can respond with", () => {
	const { paths } = createOpenApiDocument("https://shop.example");
	for (const { method, path } of allCalls) {
		const checksOrigin = method !== "GET" && path !== "/webhooks/stripe";
		const responses = {
			...(checksOrigin && { 403: /^cross_origin:/m }),
			500: /^internal_error:/m,
			503: /^unavailable:/m,
		};
		const operation = paths[path]?.[method.toLowerCase()];
		expect(JSON.stringify(operation).includes("cross_origin:")).toBe(checksOrigin);
		expect(operation, `${method} ${path}`).toMatchObject({
			responses: Object.fromEntries(
				Object.entries(responses).map(([status, pattern]) => [
					status,
					{ description: expect.stringMatching(pattern) },
				]),
			),
		});
	}
});

test("documents the format of an Idempotency-Key, and the error of an invalid one", () => {
	const { paths } = createOpenApiDocument("https://shop.example");
	expect(paths["/lists/{id}/basket"]?.post).toMatchObject({
		parameters: [{ name: "id" }, { name: "Idempotency-Key", schema: { maxLength: 64 } }],
		responses: { 400: { description: expect.stringMatching(/^validation_failed:/m) } },
	});
});
