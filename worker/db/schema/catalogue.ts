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
import { categorySlugs } from "#contract/categories.ts";
import { createdAt, timestamp } from "./columns.ts";

/** A deleted product is hidden: orders keep their copy of name and price, and this row. */
export const products = sqliteTable(
	"products",
	{
		id: text("id").primaryKey(),
		name: text("name").notNull(),
		description: text("description").notNull(),
		priceCents: integer("price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		minimum: integer("minimum").notNull(),
		img: text("img").notNull(),
		category: text("category", { enum: categorySlugs }).notNull().default("other"),
		/** Rows of the specification table: `[name, value]`. */
		specification: text("specification", { mode: "json" })
			.$type<readonly (readonly [string, string])[]>()
			.notNull()
			.default([]),
		/** Addresses of further pictures, shown after `img`. */
		gallery: text("gallery", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
		createdAt: createdAt(),
		deletedAt: timestamp("deleted_at"),
		/** Names the last change by form, so that the same form sent again adds nothing to the stock. */
		editKey: text("edit_key"),
	},
	(table) => {
		const listed = sql`${table.deletedAt} is null`;
		return [
			index("products_listed").on(table.createdAt, table.id).where(listed),
			index("products_named")
				.on(sql`${table.name} collate nocase`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
				.where(listed),
			index("products_priced").on(table.priceCents, table.createdAt, table.id).where(listed),
			index("products_category").on(table.category, table.createdAt, table.id).where(listed),
			index("products_category_priced")
				.on(table.category, table.priceCents, table.createdAt, table.id)
				.where(listed),
			index("products_scarce")
				.on(sql`${table.quantity} / ${table.minimum}`, table.id)
				.where(listed),
			index("products_img").on(table.img),
			check("products_price", sql`${table.priceCents} between 1 and 99999999`),
			check("products_quantity", sql`${table.quantity} between 0 and 1000000`),
			check("products_minimum", sql`${table.minimum} between 1 and 1000000`),
		];
	},
);

/** The row of a product in the full-text index `product_search`; both kept by triggers. */
export const productNumbers = sqliteTable(
	"product_numbers",
	{
		number: integer("number").primaryKey(),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
	},
	(table) => [uniqueIndex("product_numbers_product").on(table.productId)],
);

/** What was sold of a product, in pieces and cents, counted when an order is paid; kept by triggers. */
export const productSales = sqliteTable(
	"product_sales",
	{
		productId: text("product_id")
			.primaryKey()
			.references(() => products.id, { onDelete: "cascade" }),
		orders: integer("orders").notNull(),
		pieces: integer("pieces").notNull(),
		revenueCents: integer("revenue_cents").notNull(),
	},
	(table) => [index("product_sales_pieces").on(table.pieces, table.productId)],
);

/** How many shown reviews gave a product 1 to 5 stars; kept by triggers. */
export const productRatings = sqliteTable(
	"product_ratings",
	{
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		stars: integer("stars").notNull(),
		reviews: integer("reviews").notNull(),
	},
	(table) => [primaryKey({ columns: [table.productId, table.stars] })],
);

/** The pictures of `products.gallery`, a row each, to find who shows a picture; kept by triggers. */
export const productPictures = sqliteTable(
	"product_pictures",
	{
		img: text("img").notNull(),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
	},
	(table) => [
		primaryKey({ columns: [table.img, table.productId] }),
		index("product_pictures_product").on(table.productId),
	],
);
