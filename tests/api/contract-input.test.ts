import { afterAll, expect, test } from "vitest";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { orderCalls } from "#contract/calls/orders.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createFixture, readSnapshot } from "./contract/fixture.ts";
import { inputCases } from "./contract/input-cases.ts";

const shop = await startShop();
afterAll(shop.stop);
/** Shared by all tests in this file. None of them changes it. */
const fixture = await createFixture(shop);
const snapshot = await readSnapshot(fixture);

test("every call with a body has an input case", () => {
	const getName = ({ method, path }: Call) => `${method} ${path}`;
	const callsWithBody = allCalls.filter(({ body }) => body).map(getName);
	const testedCalls = inputCases.map(({ call }) => getName(call));
	expect(testedCalls).toEqual(expect.arrayContaining(callsWithBody));
});

const fieldCases = inputCases.flatMap((inputCase) =>
	Object.entries(inputCase.invalidValues).map(([field, values]) => ({
		inputCase,
		field,
		values,
		name: `${inputCase.call.method} ${inputCase.call.path}`,
	})),
);

test.each(fieldCases)(
	"$name reports an invalid $field and changes nothing",
	async ({ inputCase, field, values }) => {
		const send = fixture.accounts[inputCase.role].fetchWithToken;
		for (const value of values) {
			const body = { ...inputCase.validBody(fixture), [field]: value };
			const response = await send(
				inputCase.path(fixture),
				createJsonInit(body, inputCase.call.method),
			);
			const errorBody: unknown = await response.json();
			const description = JSON.stringify({ [field]: value })?.slice(0, 60);
			expect(response.status, `${description} → ${JSON.stringify(errorBody)}`).toBe(400);
			expect(errorBody, description).toMatchObject({
				message: expect.any(String),
				issues: [{ field, message: expect.stringMatching(/\S/) }],
			});
			expect(JSON.stringify(errorBody), description).not.toContain("Invalid type");
		}
		expect(await readSnapshot(fixture)).toEqual(snapshot);
	},
);

/** All calls read their body with the same function, so only one call gets each of these. */
const malformedBodies = ["null", "[]", "7", '"text"', "{", "a=b", "\u0000"];

test.each(inputCases.map((inputCase) => ({ inputCase, name: inputCase.call.path })))(
	"$name accepts only a JSON object of at most 64 KiB",
	async ({ inputCase }) => {
		const send = fixture.accounts[inputCase.role].fetchWithToken;
		const { method } = inputCase.call;
		for (const body of inputCase.call === orderCalls.placeOrder ? malformedBodies : ["null", "{"]) {
			const response = await send(inputCase.path(fixture), { method, body });
			expect([body, response.status]).toEqual([body, 400]);
		}
		const tooLarge = createJsonInit(
			{ ...inputCase.validBody(fixture), padding: "x".repeat(64 * 1024) },
			method,
		);
		expect((await send(inputCase.path(fixture), tooLarge)).status).toBe(413);
		expect(await readSnapshot(fixture)).toEqual(snapshot);
	},
);
