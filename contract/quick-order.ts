import { orderRuleCodes } from "./order-rules.ts";

/** The result of checking a line. `found`: it can be ordered as is. */
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
