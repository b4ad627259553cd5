import { and, asc, desc, gte, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { similarToolsMax } from "#contract/limits.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { getProductTag } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { type Product, summaryColumns } from "./read.ts";

type SimilarTo = Pick<Product, "id" | "priceCents">;

/** Selects tools of the same category in a price range. Reads one range of the index `products_category_priced`. */
const selectNearest = ({ db }: ShopContext, { id }: SimilarTo, range: SQL, order: SQL[]) =>
	db
		.select(summaryColumns)
		.from(products)
		.where(
			and(
				isNull(products.deletedAt),
				sql`${products.category} = (select category from products as tool where tool.id = ${id})`,
				range,
				ne(products.id, id),
			),
		)
		.orderBy(...order)
		.limit(similarToolsMax);

export async function findSimilarTools(shop: ShopContext, tool: SimilarTo): Promise<Product[]> {
	const { priceCents, createdAt, id } = products;
	const columns = [priceCents, createdAt, id];
	const [pricier, cheaper] = await retryBatch(shop.db, [
		selectNearest(shop, tool, gte(priceCents, tool.priceCents), columns.map(asc)),
		selectNearest(shop, tool, lt(priceCents, tool.priceCents), columns.map(desc)),
	]);
	const getDistance = ({ priceCents }: Product) => Math.abs(priceCents - tool.priceCents);
	const similar = [...pricier, ...cheaper]
		.sort((a, b) => getDistance(a) - getDistance(b))
		.slice(0, similarToolsMax);
	for (const { id } of similar) shop.edgeCache.extraTags.add(getProductTag(id));
	return similar;
}
