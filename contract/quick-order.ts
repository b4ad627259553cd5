import { orderRuleCodes } from "./order-rules.ts";

/** What the check of a line says: `found` can be ordered as it is. */
export const lineResults = [
	"found",
	"near_match",
	"several_matches",
	"not_found",
	"no_quantity",
	"out_of_stock",
	...orderRuleCodes,
] as const;

export type LineResult = (typeof lineResults)[number];
