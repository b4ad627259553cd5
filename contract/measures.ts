const number = String.raw`\d{1,6}(?:[.,/]\d{1,4}){0,2}`;
const numbers = `${number}(?: ?[–×] ?${number}){0,2}`;

const units =
	"mm|cm|m|in|g|kg|t|oz|lb|ml|l|L|Nm|V|A|W|lm|bar|psi|°C|°F|%|pieces?|teeth|blades|points|pins?|adapters?";

/**
 * A measure such as "680 g", "40–200 Nm", "6.5 × 100 mm", "9 pieces" or "16-pin", or a short name or word such as "OBD-II" or
 * "wind-back". Its length is limited, so that a measure that never breaks cannot be wider than a phone.
 */
const measure = new RegExp(
	String.raw`((?<![\d.,/–-])(?:${numbers} (?:${units})|${number} ?[–×] ?${number}|\d{1,4}-\p{L}{1,8}|(?<!\p{L})\p{L}{2,4}-[\p{L}\d]{1,4})(?![\p{L}\d-]))`,
	"gu",
);

/** Splits text into parts. Those at odd indexes are measures, in which a line must not break. */
export const splitMeasures = (text: string): string[] => text.split(measure);
