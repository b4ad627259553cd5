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
import type { PriceBreak } from "#contract/price-breaks.ts";
import { createdAt, timestamp } from "./columns.ts";

/**
 * A deleted product is only hidden, because orders refer to it. A draft is hidden in the same way, by `deletedAt`, until it is published:
 * queries for customers exclude both (docs/decisions/drafts.md).
 */
export const products = sqliteTable(
	"products",
	{
		id: text("id").primaryKey(),
		name: text("name").notNull(),
		/** The shop's own part number; unique among published products, ignoring case. */
		partNumber: text("part_number"),
		/** The part number as the search compares it: in lowercase, without separators. */
		partKey: text("part_key").generatedAlwaysAs(
			sql`lower(replace(replace(replace(replace(replace(part_number, ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''))`,
			{ mode: "virtual" },
		),
		/** The part key without its leading letters, which often stand for the brand: searching for "1101" also finds "TTD-1101". */
		partDigits: text("part_digits").generatedAlwaysAs(
			sql`ltrim(part_key, 'abcdefghijklmnopqrstuvwxyz')`,
			{ mode: "virtual" },
		),
		description: text("description").notNull(),
		priceCents: integer("price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		minimum: integer("minimum").notNull(),
		img: text("img").notNull(),
		category: text("category", { enum: categorySlugs }).notNull().default("other"),
		/** Name and value pairs. */
		specification: text("specification", { mode: "json" })
			.$type<readonly (readonly [string, string])[]>()
			.notNull()
			.default([]),
		/** URLs of further pictures, shown after `img`. */
		gallery: text("gallery", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
		createdAt: createdAt(),
		deletedAt: timestamp("deleted_at"),
		/** Whether the product is not published yet. */
		draft: integer("draft", { mode: "boolean" }).notNull().default(false),
		/** Identifies the last change, so that a form submitted twice is applied once. */
		editKey: text("edit_key"),
		/** Ascending quantities with descending prices; triggers reject anything else. */
		priceBreaks: text("price_breaks", { mode: "json" })
			.$type<readonly PriceBreak[]>()
			.notNull()
			.default([]),
		/** Pieces in a carton. Order quantities and `minimum` must be multiples of it. */
		orderMultiple: integer("order_multiple").notNull().default(1),
	},
	(table) => {
		const isListed = sql`${table.deletedAt} is null`;
		return [
			index("products_listed").on(table.createdAt, table.id).where(isListed),
			index("products_named")
				.on(sql`${table.name} collate nocase`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
				.where(isListed),
			index("products_priced").on(table.priceCents, table.createdAt, table.id).where(isListed),
			index("products_category").on(table.category, table.createdAt, table.id).where(isListed),
			index("products_category_priced")
				.on(table.category, table.priceCents, table.createdAt, table.id)
				.where(isListed),
			index("products_scarce")
				.on(sql`${table.quantity} / ${table.minimum}`, table.id)
				.where(isListed),
			index("products_img").on(table.img),
			uniqueIndex("products_part_number")
				.on(sql`${table.partNumber} collate nocase`)
				.where(isListed),
			index("products_part_key").on(table.partKey).where(isListed),
			index("products_part_digits").on(table.partDigits).where(isListed),
			index("products_drafts").on(table.createdAt, table.id).where(sql`${table.draft} = 1`),
			uniqueIndex("products_draft_part_number")
				.on(sql`${table.partNumber} collate nocase`)
				.where(sql`${table.draft} = 1`),
			check("products_draft_hidden", sql`${table.draft} = 0 or ${table.deletedAt} is not null`),
			check(
				"products_part_number_format",
				sql`${table.partNumber} glob '[0-9A-Za-z]*' and ${table.partNumber} not glob '*[^0-9A-Za-z ./_-]*' and rtrim(${table.partNumber}) = ${table.partNumber} and length(${table.partNumber}) <= 40`,
			),
			check("products_price", sql`${table.priceCents} between 1 and 99999999`),
			check("products_quantity", sql`${table.quantity} between 0 and 1000000`),
			check("products_minimum", sql`${table.minimum} between 1 and 1000000`),
			check(
				"products_order_multiple",
				sql`${table.orderMultiple} >= 1 and ${table.minimum} % ${table.orderMultiple} = 0`,
			),
		];
	},
);

/** Rowids in the full-text index `product_search`. Triggers maintain both. */
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

/** Sales of each product, counted when an order is paid. Triggers maintain the rows. */
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

/**
 * Number of visible reviews for each star rating: 1 to 5, in tenths. SQLite stores 4.5 in an INTEGER column too. Triggers maintain the
 * rows.
 */
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

/** PDF files on a product's page. The file is an upload in `images`, with the same key. */
export const productDocuments = sqliteTable(
	"product_documents",
	{
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "cascade" }),
		key: text("key").notNull(),
		/** Ascending, with gaps after removals. */
		position: integer("position").notNull(),
		title: text("title").notNull(),
		bytes: integer("bytes").notNull(),
		createdAt: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.productId, table.key] }),
		index("product_documents_position").on(table.productId, table.position),
		index("product_documents_key").on(table.key),
		check(
			"product_documents_key_format",
			sql`length(${table.key}) = 68 and ${table.key} glob '*.pdf'`,
		),
		check("product_documents_title", sql`length(${table.title}) between 1 and 80`),
		check("product_documents_bytes", sql`${table.bytes} between 1 and 10485760`),
	],
);

/** The pictures in `products.gallery`, to find the products that use one. Triggers maintain the rows. */
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
