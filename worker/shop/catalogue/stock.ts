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
 * The only statement that changes the stock of products (docs/decisions/stock-ledger.md). A CHECK constraint fails if the stock would
 * fall below zero or exceed its limit. A second movement with the same order and reason changes nothing, so an order takes its pieces
 * once and returns them once.
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
