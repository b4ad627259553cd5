import { sql } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { products } from "#worker/db/schema.ts";
import { suggestTools } from "../catalogue/find.ts";
import type { Product } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";
import { readProducts } from "./place.ts";
import type { Line } from "./place-lines.ts";

async function withPartNumbers({ db }: Shop, tools: Product[]) {
	if (tools.length === 0) return [];
	const ids = tools.map(({ id }) => id);
	const rows = await db
		.select({ id: products.id, partNumber: products.partNumber })
		.from(products)
		.where(sql`${products.id} in (select value from json_each(${JSON.stringify(ids)}))`);
	const partNumberOf = new Map(rows.map(({ id, partNumber }) => [id, partNumber]));
	return tools.map(({ description: _, ...tool }) => ({
		...tool,
		partNumber: partNumberOf.get(tool.id) ?? null,
	}));
}

/** The tools that staff find by a part number or words. */
export async function suggestDraftTools(shop: Shop, q: string) {
	requireCapability(shop, "orders:place-for-customer");
	return q === "" ? [] : withPartNumbers(shop, await suggestTools(shop, q));
}

/** The tools of an order that staff are about to place. Those that are no longer sold are missing. */
export async function readDraftTools(shop: Shop, lines: Pick<Line, "productId">[]) {
	requireCapability(shop, "orders:place-for-customer");
	if (lines.length === 0) return [];
	return withPartNumbers(shop, [...(await readProducts(shop, lines)).values()]);
}
