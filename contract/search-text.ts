// Separate from schemas/search-text.ts, so that the search box on every page does not load valibot.
import { textLength } from "./limits.ts";

/** Returns the text on one line, cut to the maximum length. */
export const normalizeSearch = (text: string): string =>
	text.replaceAll(/\s+/g, " ").trim().slice(0, textLength.toolSearch).trim();
