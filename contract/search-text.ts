// A file of its own: the search box of every page needs only this of schemas/search-text.ts, and not valibot.
import { textLength } from "./limits.ts";

/** Returns what is searched for: the text on one line, cut to its maximum length. */
export const normalizeSearch = (text: string): string =>
	text.replaceAll(/\s+/g, " ").trim().slice(0, textLength.toolSearch).trim();
