const spaceBeforeUnit =
	/(?<=\d) (?=(?:mm|cm|m|in|g|kg|t|l|ml|Nm|V|A|W|lm|bar|°C|%)(?![\p{L}\d]))/gu;

/** Puts non-breaking spaces between numbers and their units, as in "680 g". */
export const keepUnitsTogether = (text: string): string => text.replace(spaceBeforeUnit, "\u00a0");
