import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import source from "./card-rules.js?raw";

interface Rules {
	formatNumber: (text: string) => string;
	formatExpiry: (text: string, isDeleting: boolean) => string;
	checkNumber: (text: string) => string | null;
	checkExpiry: (text: string) => string | null;
	checkCvc: (text: string, number: string) => string | null;
	formatZip: (text: string) => string;
	checkZip: (text: string) => string | null;
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
	["5", false, "05 / "],
	["12", false, "12 / "],
	["12 /", true, "12"],
	["1230", false, "12 / 30"],
	["12/2030", false, "12 / 30"],
])(
	"formats the expiration date %s (while the customer deletes: %s) as %s",
	(input, isDeleting, formatted) => {
		expect(rules.formatExpiry(input, isDeleting)).toBe(formatted);
	},
);

test("validates card numbers, expiration dates, security codes and ZIP codes", () => {
	expect(rules.checkNumber("4242 4242 4242 4242")).toBeNull();
	expect(rules.checkNumber("4242 4242 4242 424")).toBe("incomplete_number");
	expect(rules.checkNumber("4242 4242 4242 4241")).toBe("invalid_number");
	expect(rules.checkExpiry(`12 / ${nextYear}`)).toBeNull();
	expect(rules.checkExpiry("12 / 2")).toBe("incomplete_expiry");
	expect(rules.checkExpiry("13 / 30")).toBe("invalid_expiry_month");
	expect(rules.checkExpiry("12 / 20")).toBe("invalid_expiry_year_past");
	expect(rules.checkCvc("123", "4242")).toBeNull();
	expect(rules.checkCvc("123", "3782")).toBe("incomplete_cvc");
	expect(rules.formatZip("94107-1234")).toBe("94107");
	expect(rules.checkZip("94107")).toBeNull();
	expect(rules.checkZip("9410")).toBe("incomplete_zip");
});
