import { expect, test } from "vitest";
import { getSubmittedValues, getTypedText } from "./submitted-values.ts";

test("a rejected form is filled in again without passwords, codes, and passkeys", () => {
	const leftOut = ["password", "confirm-password", "confirm-code", "code", "confirm-passkey"];
	const form: [string, string][] = ["name", "postcode", ...leftOut].map((name) => [name, "typed"]);
	expect(getSubmittedValues(form)).toEqual({ name: "typed", postcode: "typed" });
});

test("text that is too long for a page is not kept", () => {
	const form = new FormData();
	form.set("message", "x".repeat(100_000 - "message=".length));
	expect(getTypedText(form)).toHaveLength(100_000);
	form.set("message", "x".repeat(100_000));
	expect(getTypedText(form)).toBe("");
});
