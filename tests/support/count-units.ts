import { and, eq, ne, sum } from "drizzle-orm";
import { orders, products } from "#worker/db/schema.ts";
import type { Shop } from "#worker/shop/context.ts";

/**
 * The invariant of the shop: what lies in stock and what orders that are not cancelled hold is what was put in, whatever happened.
 * @returns pieces in stock, pieces in orders
 */
export async function countUnits({ db }: Pick<Shop, "db">, productId: string) {
	const [stock, ordered] = await db.batch([
		db.select({ pieces: products.quantity }).from(products).where(eq(products.id, productId)),
		db
			.select({ pieces: sum(orders.quantity).mapWith(Number) })
			.from(orders)
			.where(and(eq(orders.productId, productId), ne(orders.state, "cancelled"))),
	]);
	return { stock: stock[0]?.pieces ?? 0, ordered: ordered[0]?.pieces ?? 0 };
}
