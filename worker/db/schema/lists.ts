import { sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { createdAt } from "./columns.ts";

/** The saved lists of accounts (docs/decisions/saved-lists.md). Triggers limit an account to 50 lists, and a list to 200 lines. */
export const savedLists = sqliteTable(
	"saved_lists",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		name: text("name").notNull(),
		/** Token in the link that lets anyone read the list; null if it is not shared. */
		shareToken: text("share_token"),
		createdAt: createdAt(),
	},
	(table) => [
		uniqueIndex("saved_lists_name").on(table.userId, sql`${table.name} collate nocase`),
		uniqueIndex("saved_lists_share").on(table.shareToken),
		check("saved_lists_name_length", sql`length(${table.name}) between 1 and 60`),
		check("saved_lists_share_length", sql`length(${table.shareToken}) = 32`),
	],
);

export const savedListLines = sqliteTable(
	"saved_list_lines",
	{
		listId: text("list_id")
			.notNull()
			.references(() => savedLists.id, { onDelete: "cascade" }),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		quantity: integer("quantity").notNull(),
		/** The order in which the lines are shown. */
		position: integer("position").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.listId, table.productId] }),
		// SQLite looks for the lines of a product to enforce the foreign key.
		index("saved_list_lines_product").on(table.productId),
		check("saved_list_lines_quantity", sql`${table.quantity} between 1 and 1000000`),
	],
);
