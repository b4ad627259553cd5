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
import type { StockReason } from "#contract/stock.ts";
import { userId, users } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { createdAt, timestamp } from "./columns.ts";

/**
 * The only way to change the stock of a product is to insert a row here. A trigger then sets `products.quantity`. Rows are never changed
 * or deleted (docs/decisions/stock-ledger.md).
 */
export const stockMovements = sqliteTable(
	"stock_movements",
	{
		/** Ascending: the order in which the stock changed. */
		id: integer("id").primaryKey(),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		/** In pieces. */
		change: integer("change").notNull(),
		stockAfter: integer("stock_after").notNull(),
		reason: text("reason").$type<StockReason>().notNull(),
		/** No foreign key, because each insert of an order would then search for its movements. */
		orderId: text("order_id"),
		/** ID of the staff member; null for customers, the sweep, and deleted accounts. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		note: text("note"),
		createdAt: createdAt(),
	},
	(table) => [
		index("stock_movements_product").on(table.productId),
		// An order takes its pieces once, and a cancellation returns them once. Each refund of the order can return some.
		uniqueIndex("stock_movements_order")
			.on(table.orderId, table.reason)
			.where(sql`${table.reason} <> 'refund'`),
		index("stock_movements_user").on(table.userId).where(sql`${table.userId} is not null`),
		check("stock_movements_stock", sql`${table.stockAfter} between 0 and 1000000`),
	],
);

/**
 * Pieces of paid orders, counted on the day of the payment, minus pieces restocked by refunds, counted on the day of the refund, and all pieces
 * of canceled orders, counted on the day of the cancellation. Triggers maintain the rows. No foreign key: a product that was sold is never deleted.
 */
export const productDailySales = sqliteTable(
	"product_daily_sales",
	{
		/** Days since 1970 in UTC. */
		day: integer("day").notNull(),
		productId: text("product_id").notNull(),
		pieces: integer("pieces").notNull(),
	},
	(table) => [primaryKey({ columns: [table.day, table.productId] })],
);

/**
 * Requests for an email when a product can be ordered again. A trigger sets `nextTryAt` in the transaction that makes the product available.
 * The row is deleted once the email is sent.
 */
export const stockAlerts = sqliteTable(
	"stock_waiters",
	{
		userId: userId(),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		createdAt: createdAt(),
		/** When the email is due; null until the product is available. */
		nextTryAt: timestamp("next_try_at"),
		tries: integer("tries").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.productId] }),
		index("stock_waiters_product").on(table.productId),
		index("stock_waiters_due").on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
	],
);
