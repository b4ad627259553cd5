import { and, asc, desc, gte, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { similarMax } from "#contract/limits.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { productTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { listedColumns, type Product } from "./read.ts";

type Placed = Pick<Product, "id" | "priceCents">;

/** A few tools of the same category along its prices, up or down from that of the tool: a range of an index. */
const selectAlong = ({ db }: Shop, { id }: Placed, range: SQL, order: SQL[]) =>
	db
		.select(listedColumns)
		.from(products)
		.where(
			and(
				isNull(products.deletedAt),
				sql`${products.category} = (select category from products as one where one.id = ${id})`,
				range,
				ne(products.id, id),
			),
		)
		.orderBy(...order)
		.limit(similarMax);

/** @returns the tools of the same category whose prices are nearest, at most 4; one round trip, at most 9 rows */
export async function findSimilarTools(shop: Shop, tool: Placed): Promise<Product[]> {
	const { priceCents, createdAt, id } = products;
	const columns = [priceCents, createdAt, id];
	const [dearer, cheaper] = await retry(() =>
		shop.db.batch([
			selectAlong(shop, tool, gte(priceCents, tool.priceCents), columns.map(asc)),
			selectAlong(shop, tool, lt(priceCents, tool.priceCents), columns.map(desc)),
		]),
	);
	const distance = (one: Product) => Math.abs(one.priceCents - tool.priceCents);
	const similar = [...dearer, ...cheaper]
		.sort((one, other) => distance(one) - distance(other))
		.slice(0, similarMax);
	for (const { id } of similar) shop.edge.shownTags.add(productTag(id));
	return similar;
}
