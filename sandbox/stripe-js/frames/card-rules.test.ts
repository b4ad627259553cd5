import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import source from "./card-rules.js?raw";

interface Rules {
	formatNumber: (text: string) => string;
	formatExpiry: (text: string, isDeleting: boolean) => string;
	findNumberError: (text: string) => string | null;
	findExpiryError: (text: string) => string | null;
	findCvcError: (text: string, number: string) => string | null;
	formatZip: (text: string) => string;
	findZipError: (text: string) => string | null;
}

/** Runs the script with a `window` and returns the rules that it defines there. */
function loadRules(): Rules {
	const window: { stripeSandbox: { cardRules?: Rules } } = { stripeSandbox: {} };
	runInNewContext(source, { window });
	const { cardRules } = window.stripeSandbox;
	if (!cardRules) throw new Error("card-rules.js defined no rules.");
	return cardRules;
}

const rules = loadRules();
const nextYear = String(new Date().getFullYear() + 1).slice(2);

test.each([
	["4242424242424242", "4242 4242 4242 4242"],
	["4242-4242-42x", "4242 4242 42"],
	["42424242424242429999", "4242 4242 4242 4242"],
	["378282246310005", "3782 822463 10005"],
])("formats the card number %s as %s", (input, formatted) => {
	expect(rules.formatNumber(input)).toBe(formatted);
});

test.each([
	["5", "05 / ", false],
	["12", "12 / ", false],
	["12 /", "12", true],
	["1230", "12 / 30", false],
	["12/2030", "12 / 30", false],
])("formats the expiration date %s as %s (deleting: %s)", (input, formatted, isDeleting) => {
	expect(rules.formatExpiry(input, isDeleting)).toBe(formatted);
});

test("finds errors in card numbers, expiration dates, security codes and ZIP codes", () => {
	expect(rules.findNumberError("4242 4242 4242 4242")).toBeNull();
	expect(rules.findNumberError("4242 4242 4242 424")).toBe("incomplete_number");
	expect(rules.findNumberError("4242 4242 4242 4241")).toBe("invalid_number");
	expect(rules.findExpiryError(`12 / ${nextYear}`)).toBeNull();
	expect(rules.findExpiryError("12 / 2")).toBe("incomplete_expiry");
	expect(rules.findExpiryError("13 / 30")).toBe("invalid_expiry_month");
	expect(rules.findExpiryError("12 / 20")).toBe("invalid_expiry_year_past");
	expect(rules.findCvcError("123", "4242")).toBeNull();
	expect(rules.findCvcError("123", "3782")).toBe("incomplete_cvc");
	expect(rules.formatZip("94107-1234")).toBe("94107");
	expect(rules.findZipError("94107")).toBeNull();
	expect(rules.findZipError("9410")).toBe("incomplete_zip");
});
