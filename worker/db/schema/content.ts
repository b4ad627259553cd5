import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { createdAt, timestamp } from "./columns.ts";

export const reviews = sqliteTable(
	"reviews",
	{
		id: text("id").primaryKey(),
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		review: text("review").notNull(),
		ratings: text("ratings").notNull(),
		img: text("img").notNull(),
		name: text("name").notNull(),
		email: text("email").notNull(),
		productId: text("product_id").references(() => products.id, { onDelete: "set null" }),
		/** Whether the author has an order of the product that is paid and not refunded. A trigger clears it when no such order is left. */
		verified: integer("verified", { mode: "boolean" }).notNull().default(false),
		/** The stars that count in the product's rating (`selectCountedStars`). Pages show `ratings`. */
		stars: integer("stars"),
		/** Only admins see hidden reviews. */
		hiddenAt: timestamp("hidden_at"),
		createdAt: createdAt(),
	},
	(table) => [
		index("reviews_created").on(table.createdAt, table.id),
		index("reviews_email").on(table.email, sql`${table.createdAt} desc`, sql`${table.id} desc`),
		index("reviews_user").on(table.userId),
		index("reviews_shown").on(table.createdAt, table.id).where(sql`${table.hiddenAt} is null`),
		index("reviews_hidden").on(table.createdAt, table.id).where(sql`${table.hiddenAt} is not null`),
		index("reviews_product").on(table.productId, table.createdAt, table.id),
		index("reviews_img").on(table.img),
	],
);

/** Uploads. The sweep deletes unused ones after a day. */
export const images = sqliteTable(
	"images",
	{
		key: text("key").primaryKey(),
		type: text("type").notNull(),
		bytes: integer("bytes").notNull(),
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		createdAt: createdAt(),
	},
	(table) => [index("images_created").on(table.createdAt), index("images_user").on(table.userId)],
);

/** What admins did. Each entry is written in the transaction of its action. */
export const auditLog = sqliteTable(
	"audit_log",
	{
		id: text("id").primaryKey(),
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		/** The admin's email at that time. */
		actor: text("actor").notNull(),
		action: text("action").notNull(),
		subjectId: text("subject_id").notNull(),
		subject: text("subject").notNull(),
		detail: text("detail").notNull().default(""),
		createdAt: createdAt(),
	},
	(table) => [
		index("audit_log_created").on(table.createdAt, table.id),
		index("audit_log_action").on(table.action, table.createdAt, table.id),
		index("audit_log_actor").on(table.actor, table.createdAt, table.id),
		index("audit_log_user").on(table.userId),
		index("audit_log_subject").on(table.subjectId, table.createdAt),
	],
);
