import { and, eq, ne, sum } from "drizzle-orm";
import { orders, products } from "#worker/db/schema.ts";
import type { Shop } from "#worker/shop/context.ts";

/**
 * Counts the units of a product in stock and in orders that are not canceled. Their sum stays the same whatever shoppers
 * do.
 */
export async function countUnits({ db }: Pick<Shop, "db">, productId: string) {
	const [stock, ordered] = await db.batch([
		db.select({ units: products.quantity }).from(products).where(eq(products.id, productId)),
		db
			.select({ units: sum(orders.quantity).mapWith(Number) })
			.from(orders)
			.where(and(eq(orders.productId, productId), ne(orders.state, "cancelled"))),
	]);
	return { stock: stock[0]?.units ?? 0, ordered: ordered[0]?.units ?? 0 };
}
