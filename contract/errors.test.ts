import { expect, test } from "vitest";
import { codeOf, codes, errorBody, statusOf } from "./errors.ts";

test("every refusal has a code of its own", () => {
	const found = Object.values(statusOf).map(codeOf);
	expect(found).not.toContain(null);
	expect(new Set(found).size).toBe(Object.keys(statusOf).length);
	expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length);
});

test.each([
	[200, null],
	[304, null],
	[404, "not_found"],
	[418, "bad_input"],
	[500, "unexpected"],
	[502, "unexpected"],
])("an answer of %i has the code %s", (status, code) => {
	expect(codeOf(status)).toBe(code);
});

test("an error names its fields only where there are any", () => {
	expect(errorBody(404, "Gone")).toEqual({ message: "Gone", code: "not_found" });
	const issues = [{ field: "email", message: "Not an email" }];
	expect(errorBody(400, "Not an email", issues)).toMatchObject({ code: "bad_input", issues });
});
