import { suggestionsMax } from "#contract/limits.ts";
import { readToolsQuery } from "#contract/schemas/finding.ts";
import type { Shop } from "../context.ts";
import { search } from "./find.ts";
import type { Product } from "./read.ts";

/** @returns the tools that best match what has been typed so far, at most 8; none for nothing */
export async function suggestTools(shop: Shop, q: string): Promise<Product[]> {
	const query = readToolsQuery(new URLSearchParams({ q }));
	return (await search(shop, query, suggestionsMax)).products;
}
