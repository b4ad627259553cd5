import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type ImportIssue, type ImportState, importStateNames } from "#contract/imports.ts";
import type { ProductColumn } from "#contract/product-columns.ts";
import { users } from "./accounts.ts";
import type { products } from "./catalogue.ts";
import { createdAt, timestamp } from "./columns.ts";

const countColumn = (name: string) => integer(name).notNull().default(0);

/** A file of products, first compared with the catalog, then applied (docs/decisions/catalogue-import.md). */
export const imports = sqliteTable(
	"imports",
	{
		id: text("id").primaryKey(),
		name: text("name").notNull(),
		state: text("state", { enum: importStateNames as [ImportState, ...ImportState[]] })
			.notNull()
			.default("checking"),
		/** The headings of the file. `columns` has the product column for each heading, or "" to ignore it. */
		headings: text("headings", { mode: "json" }).$type<string[]>().notNull(),
		columns: text("columns", { mode: "json" }).$type<(ProductColumn | "")[]>().notNull(),
		/** The number of parts of the file (`import_parts`), once it is stored. */
		parts: integer("parts").notNull(),
		/** Identifies the latest comparison, so that an earlier one that is still running writes nothing. */
		checkKey: text("check_key").notNull(),
		rows: countColumn("rows"),
		errors: countColumn("errors"),
		added: countColumn("added"),
		changed: countColumn("changed"),
		unmatched: countColumn("unmatched"),
		unchanged: countColumn("unchanged"),
		/** Whether new products are drafts. */
		addsDrafts: integer("adds_drafts", { mode: "boolean" }).notNull().default(false),
		/** The last row that has been applied so far. */
		position: countColumn("position"),
		applied: countColumn("applied"),
		skipped: countColumn("skipped"),
		/** Set by each request that moves `position`, or ends the import, so that it can tell whether its own write took effect. */
		runKey: text("run_key"),
		/** The account that is applying the import, and its email (`actor`). Null before and after; the audit log keeps the email. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		actor: text("actor"),
		createdAt: createdAt(),
		updatedAt: timestamp("updated_at").notNull(),
		finishedAt: timestamp("finished_at"),
	},
	(table) => [
		index("imports_created").on(table.createdAt, table.id),
		index("imports_applying").on(table.updatedAt).where(sql`${table.state} = 'applying'`),
		index("imports_user").on(table.userId),
		check(
			"imports_state",
			sql`${table.state} in ('checking', 'ready', 'applying', 'done', 'canceled')`,
		),
		check("imports_position", sql`${table.position} between 0 and ${table.rows}`),
	],
);

/** The text of a file, split into parts that are small enough for D1. Deleted when the import ends. */
export const importParts = sqliteTable(
	"import_parts",
	{
		importId: text("import_id")
			.notNull()
			.references(() => imports.id, { onDelete: "cascade" }),
		part: integer("part").notNull(),
		text: text("text").notNull(),
	},
	(table) => [primaryKey({ columns: [table.importId, table.part] })],
);

type ProductRow = typeof products.$inferSelect;

/** Values of a row, keyed by column of `products`. */
export type ImportValues = Partial<
	Pick<
		ProductRow,
		| "name"
		| "partNumber"
		| "description"
		| "priceCents"
		| "quantity"
		| "minimum"
		| "orderMultiple"
		| "priceBreaks"
		| "category"
		| "img"
		| "gallery"
		| "specification"
	>
>;

export const importRows = sqliteTable(
	"import_rows",
	{
		importId: text("import_id")
			.notNull()
			.references(() => imports.id, { onDelete: "cascade" }),
		/** From 1, not counting empty lines. */
		row: integer("row").notNull(),
		/** Line number in the file, from 1. */
		line: integer("line").notNull(),
		/** Position in `importKinds` (contract/imports.ts). */
		kind: integer("kind").notNull(),
		label: text("label").notNull(),
		/** The product to change or add. */
		productId: text("product_id"),
		/** The product's edit key when the file was compared (`products.edit_key`). */
		editKey: text("edit_key"),
		/** Values of the changed columns: `next` in the file, `previous` in the catalog when the file was compared. */
		next: text("next", { mode: "json" }).$type<ImportValues>().notNull().default({}),
		previous: text("previous", { mode: "json" }).$type<ImportValues>().notNull().default({}),
		issues: text("issues", { mode: "json" }).$type<ImportIssue[]>().notNull().default([]),
	},
	(table) => [
		primaryKey({ columns: [table.importId, table.row] }),
		index("import_rows_kind").on(table.importId, table.kind, table.row),
		check("import_rows_kind_known", sql`${table.kind} between 0 and 5`),
	],
);
