import { expect, test } from "vitest";
import { hasWrongLength, isVatNumber, normalizeVatNumber } from "./vat-number.ts";

test.each([
	["de 123.456-789", "DE123456789"],
	[" BE 0123.456.789 ", "BE0123456789"],
	["CHE-123.456.788 MWST", "CHE123456788MWST"],
	["12-3456789", "123456789"],
])("removes separators from the VAT number %s", (input, expected) => {
	expect(normalizeVatNumber(input)).toBe(expected);
});

test.each(["DE12345678", "DE1234567890", "PL123456789", "IT1234567890", "RO1"])(
	"rejects a VAT number with the wrong number of digits for its country: %s",
	(text) => {
		expect(hasWrongLength(text)).toBe(true);
	},
);

test.each([
	"DE123456789",
	"BE0123456789",
	"LT123456789012",
	"RO12",
	"ATU12345678",
	"ESX1234567X",
	"FRXX123456789",
	"IE1234567WA",
	"NL123456789B01",
	"XIGD001",
	"CHE123456788MWST",
	"GB123456789",
	"NO123456789MVA",
	"123456789",
	"SIRET12345",
	"",
])("does not reject the length of any other number: %j", (text) => {
	expect(hasWrongLength(text)).toBe(false);
});

test.each(["??", "N/A", "NONE", "DE1", "12", "DE123456789012345678X", "DE123456789;X"])(
	"rejects %j as a VAT number",
	(text) => {
		expect(isVatNumber(normalizeVatNumber(text))).toBe(false);
	},
);

test.each(["", "DE 123 456 789", "CHE-123.456.788 MWST", "RO12", "IE1+23456A", "ÑAB010101AA1"])(
	"accepts %j as a VAT number",
	(text) => {
		expect(isVatNumber(normalizeVatNumber(text))).toBe(true);
	},
);
