// Separate from tools-query.ts, because the search suggestions on every page load this file, and the filters would make their script larger.
import * as v from "valibot";
import { normalizeSearch } from "../search-text.ts";

export const queryText = v.pipe(v.string(), v.transform(normalizeSearch));

export const searchText = v.fallback(queryText, "");

export const suggestionResponse = v.object({
	_id: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	price: v.number(),
	img: v.string(),
});

export type Suggestion = v.InferOutput<typeof suggestionResponse>;
