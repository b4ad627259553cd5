// Apart from tools-query.ts, because each page of the dashboard loads it: the filters would make its script larger.
import * as v from "valibot";
import { textLength } from "../limits.ts";

export const queryText = v.pipe(
	v.string(),
	v.transform((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, textLength.toolSearch).trim()),
);

export const searchText = v.fallback(queryText, "");

export const suggestionResponse = v.object({
	_id: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	price: v.number(),
	img: v.string(),
});

export type Suggestion = v.InferOutput<typeof suggestionResponse>;
