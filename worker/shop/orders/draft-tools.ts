import { requireCapability } from "#worker/auth/authorize.ts";
import { suggestTools } from "../catalogue/find.ts";
import type { Product } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";
import { readProducts } from "./place.ts";
import type { Line } from "./place-lines.ts";

/** The tools that staff find by a part number or words. */
export async function suggestDraftTools(shop: Shop, q: string): Promise<Product[]> {
	requireCapability(shop, "orders:place-for-customer");
	return q === "" ? [] : suggestTools(shop, q);
}

/** The tools of an order that staff are about to place. Those that are no longer sold are missing. */
export async function readDraftTools(
	shop: Shop,
	lines: Pick<Line, "productId">[],
): Promise<Product[]> {
	requireCapability(shop, "orders:place-for-customer");
	return lines.length === 0 ? [] : [...(await readProducts(shop, lines)).values()];
}
