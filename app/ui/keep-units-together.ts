/** A number, a space and a unit of our goods; a word that only begins as one is none. */
const beforeUnit = /(?<=\d) (?=(?:mm|cm|m|in|g|kg|t|l|ml|Nm|V|A|W|lm|bar|°C|%)(?![\p{L}\d]))/gu;

/** @returns the text with its numbers tied to their units, so that no line ends between them: "680 g" */
export const keepUnitsTogether = (text: string): string => text.replace(beforeUnit, "\u00a0");
