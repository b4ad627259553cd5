import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { userId } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { timestamp } from "./columns.ts";

/** The baskets of accounts (docs/decisions/basket.md). A trigger ignores the 201st line of a basket. */
export const basketLines = sqliteTable(
	"basket_lines",
	{
		userId: userId(),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		quantity: integer("quantity").notNull(),
		/** The unit price when the customer last chose the quantity. */
		priceCents: integer("price_cents").notNull(),
		addedAt: timestamp("added_at").notNull(),
		/** Key and time of the request that last added pieces, so that repeating it adds nothing. */
		lastKey: text("last_key"),
		lastKeyAt: timestamp("last_key_at"),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.productId] }),
		// SQLite looks for the lines of a product to enforce the foreign key.
		index("basket_lines_product").on(table.productId),
		check("basket_lines_quantity", sql`${table.quantity} between 1 and 1000000`),
		check("basket_lines_price", sql`${table.priceCents} >= 0`),
	],
);
