import { orderRuleCodes } from "./order-rules.ts";

/** What the check of a line says: `found` can be ordered as it is. */
export const lineResults = [
	...(["found", "near_match", "several_matches", "not_found"] as const),
	...(["no_quantity", "out_of_stock"] as const),
	...orderRuleCodes,
] as const;

export type LineResult = (typeof lineResults)[number];
