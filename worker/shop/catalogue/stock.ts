import { and, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { StockReason } from "#contract/stock.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { products, stockMovements } from "#worker/db/schema.ts";

type Movement = {
	/** In pieces. SQL can refer to the product's row. A change of 0 writes nothing. */
	change: SQL | number;
	reason: StockReason | SQL;
	orderId?: string | SQL;
	/** ID of the staff member. */
	userId?: string | null | SQL;
	note?: string | null;
};

/**
 * Inserts a stock movement for each product, and a trigger updates `products.quantity`. All code changes the stock this way
 * (docs/decisions/stock-ledger.md). The statement fails if the stock would fall below zero or exceed its limit (a CHECK constraint). It
 * does nothing if the order already has a movement with this reason, unless the reason is a refund. So an order is deducted from the stock
 * only once, and a canceled order is restocked only once.
 * @param where - selects the products
 * @param from - the products, or their join with a table that `change` and `reason` depend on
 */
export const moveStock = (
	db: Pick<Database, "insert">,
	{ change, ...cause }: Movement,
	where: SQL | undefined,
	from: SQLiteTable | SQL = products,
) =>
	insertSelect(
		db,
		stockMovements,
		{
			productId: products.id,
			change: sql`${change}`,
			stockAfter: sql`${products.quantity} + ${change}`,
			...cause,
		},
		from,
		and(where, ne(sql`${change}`, 0)),
	).onConflictDoNothing();
