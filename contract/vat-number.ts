/**
 * How many digits follow the country code, for countries whose VAT numbers contain only digits (European Commission, "VIES
 * on-the-Web", FAQ). Belgian numbers had nine digits before 2008, and customers still write those.
 */
const digitsByCountry: ReadonlyMap<string, readonly number[]> = new Map([
	["BE", [9, 10]],
	["BG", [9, 10]],
	["CZ", [8, 9, 10]],
	["DE", [9]],
	["DK", [8]],
	["EE", [9]],
	["EL", [9]],
	["FI", [8]],
	["HR", [11]],
	["HU", [8]],
	["IT", [11]],
	["LT", [9, 12]],
	["LU", [8]],
	["LV", [11]],
	["MT", [8]],
	["PL", [10]],
	["PT", [9]],
	["RO", [2, 3, 4, 5, 6, 7, 8, 9, 10]],
	["SE", [12]],
	["SI", [8]],
	["SK", [10]],
]);

/** Removes the separators that people write: "de 123.456-789" → "DE123456789". */
export const normalizeVatNumber = (text: string): string =>
	text.toUpperCase().replaceAll(/[\s.,/_-]/g, "");

/** Letters and digits; in Ireland and Mexico also `+`, `*` and `&`. @param text - normalized VAT number */
export const isVatNumber = (text: string): boolean =>
	text === "" || /^(?=.*\d)[\p{L}\d+*&]{4,20}$/u.test(text);

/**
 * Returns whether a VAT number has too few or too many digits for its country. Returns false for other countries and for numbers with
 * letters, because a wrong rejection would stop an order.
 * @param text - normalized VAT number
 */
export function hasWrongLength(text: string): boolean {
	const [, country = "", digits = ""] = /^([A-Z]{2})(\d+)$/.exec(text) ?? [];
	const lengths = digitsByCountry.get(country);
	return lengths !== undefined && !lengths.includes(digits.length);
}
