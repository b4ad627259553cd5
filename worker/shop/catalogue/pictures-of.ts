import { and, inArray, isNull } from "drizzle-orm";
import { products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * @param ids of products, a page of a table at most
 * @returns the addresses of their main pictures by product; none for those that are no longer sold
 */
export async function picturesOf({ db }: Shop, ids: string[]): Promise<Map<string, string>> {
	const wanted = [...new Set(ids)];
	if (wanted.length === 0) return new Map();
	const rows = await db
		.select({ id: products.id, img: products.img })
		.from(products)
		.where(and(inArray(products.id, wanted), isNull(products.deletedAt)));
	return new Map(rows.map(({ id, img }) => [id, img]));
}
