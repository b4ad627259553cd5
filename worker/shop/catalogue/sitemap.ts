import { and, asc, eq, gt, isNull, lte, max } from "drizzle-orm";
import { sitemapPart } from "#contract/sitemap.ts";
import { productNumbers, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** @returns how many parts the sitemap has: tools are numbered, and a part is a range of numbers */
export async function countSitemapParts({ db }: Shop): Promise<number> {
	const row = await db
		.select({ last: max(productNumbers.number) })
		.from(productNumbers)
		.get();
	return Math.max(1, Math.ceil((row?.last ?? 0) / sitemapPart));
}

/** @param part from 0 @returns the ids of the tools of one part that are sold, oldest first */
export async function listSitemapPart({ db, edge }: Shop, part: number): Promise<string[]> {
	const { number } = productNumbers;
	const rows = await db
		.select({ id: products.id })
		.from(productNumbers)
		.innerJoin(products, eq(products.id, productNumbers.productId))
		.where(
			and(
				gt(number, part * sitemapPart),
				lte(number, (part + 1) * sitemapPart),
				isNull(products.deletedAt),
			),
		)
		.orderBy(asc(number));
	if (part > 0 && rows.length === 0) edge.mayKeep = false;
	return rows.map(({ id }) => id);
}
