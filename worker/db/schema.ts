import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

const createdAt = () =>
	integer("created_at", { mode: "timestamp_ms" })
		.notNull()
		.default(sql`(cast(unixepoch('subsec') * 1000 as integer))`);
const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

export const users = sqliteTable(
	"users",
	{
		id: text("id").primaryKey(),
		email: text("email").notNull(),
		name: text("name").notNull(),
		role: text("role", { enum: ["admin", "shopper"] })
			.notNull()
			.default("shopper"),
		img: text("img"),
		phone: text("phone"),
		passwordHash: text("password_hash"),
		googleSub: text("google_sub"),
		/** When it was shown that the email is theirs: by a link from a mail, or by Google. Signing up shows nothing. */
		emailProvedAt: moment("email_proved_at"),
		createdAt: createdAt(),
	},
	(table) => [
		uniqueIndex("users_email").on(table.email),
		uniqueIndex("users_google_sub").on(table.googleSub),
		index("users_role").on(table.role),
		index("users_created").on(table.createdAt, table.id),
		index("users_img").on(table.img),
		check("users_role_known", sql`${table.role} in ('admin', 'shopper')`),
		check("users_email_lowercase", sql`${table.email} = lower(${table.email})`),
	],
);

/** Of a session's secret only the SHA-256 is kept: `id`. */
export const sessions = sqliteTable(
	"sessions",
	{
		id: text("id").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		createdAt: createdAt(),
		expiresAt: moment("expires_at").notNull(),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		index("sessions_expires").on(table.expiresAt),
	],
);

/** Bearer tokens; one dies with the session that made it. */
export const accessTokens = sqliteTable(
	"access_tokens",
	{
		id: text("id").primaryKey(),
		sessionId: text("session_id")
			.notNull()
			.references(() => sessions.id, { onDelete: "cascade" }),
		expiresAt: moment("expires_at").notNull(),
	},
	(table) => [
		index("access_tokens_session").on(table.sessionId),
		index("access_tokens_expires").on(table.expiresAt),
	],
);

/** At most one live reset link a user: the user is the key. */
export const resetTokens = sqliteTable(
	"reset_tokens",
	{
		userId: text("user_id")
			.primaryKey()
			.references(() => users.id, { onDelete: "cascade" }),
		tokenHash: text("token_hash").notNull(),
		expiresAt: moment("expires_at").notNull(),
	},
	(table) => [
		uniqueIndex("reset_tokens_hash").on(table.tokenHash),
		index("reset_tokens_expires").on(table.expiresAt),
	],
);

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
		createdAt: createdAt(),
		deletedAt: moment("deleted_at"),
		/** Names the last change by form, so that the same form sent again adds nothing to the stock. */
		editKey: text("edit_key"),
	},
	(table) => [
		index("products_listed").on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
		index("products_named")
			.on(sql`${table.name} collate nocase`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
			.where(sql`${table.deletedAt} is null`),
		index("products_img").on(table.img),
		check("products_price", sql`${table.priceCents} between 1 and 99999999`),
		check("products_quantity", sql`${table.quantity} between 0 and 1000000`),
		check("products_minimum", sql`${table.minimum} between 1 and 1000000`),
	],
);

/** Numbers that would cost a scan to count; kept by triggers (migrations/). */
export const counters = sqliteTable("counters", {
	name: text("name").primaryKey(),
	value: integer("value").notNull(),
});

export const orders = sqliteTable(
	"orders",
	{
		id: text("id").primaryKey(),
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "restrict" }),
		toolName: text("tool_name").notNull(),
		toolPriceCents: integer("tool_price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		name: text("name").notNull(),
		email: text("email").notNull(),
		location: text("location").notNull(),
		phone: text("phone").notNull(),
		idempotencyKey: text("idempotency_key"),
		transactionId: text("transaction_id"),
		createdAt: createdAt(),
		paidAt: moment("paid_at"),
		shiftedAt: moment("shifted_at"),
	},
	(table) => [
		index("orders_user").on(table.userId, table.createdAt, table.id),
		index("orders_email").on(table.email, sql`${table.createdAt} desc`, sql`${table.id} desc`),
		index("orders_tool").on(
			sql`${table.toolName} collate nocase`,
			sql`${table.createdAt} desc`,
			sql`${table.id} desc`,
		),
		index("orders_created").on(table.createdAt, table.id),
		index("orders_product").on(table.productId),
		uniqueIndex("orders_idempotency").on(table.userId, table.idempotencyKey),
		uniqueIndex("orders_transaction").on(table.transactionId),
		check("orders_quantity", sql`${table.quantity} between 1 and 1000000`),
		check("orders_paid", sql`(${table.paidAt} is null) = (${table.transactionId} is null)`),
		check("orders_shifted", sql`${table.shiftedAt} is null or ${table.paidAt} is not null`),
	],
);

/**
 * What we know of each Stripe payment intent. `orderId` has no foreign key: a payment outlives an order
 * that was deleted, to be refunded and shown.
 */
export const payments = sqliteTable(
	"payments",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		status: text("status", { enum: ["open", "paid", "cancelled", "refunded"] })
			.notNull()
			.default("open"),
		refundId: text("refund_id"),
		problem: text("problem"),
		createdAt: createdAt(),
		updatedAt: moment("updated_at").notNull(),
	},
	(table) => [
		index("payments_order").on(table.orderId),
		index("payments_status").on(table.status, table.updatedAt),
		index("payments_problem")
			.on(table.updatedAt)
			.where(sql`${table.problem} is not null and ${table.refundId} is null`),
		check(
			"payments_status_known",
			sql`${table.status} in ('open', 'paid', 'cancelled', 'refunded')`,
		),
		check("payments_refund", sql`(${table.status} = 'refunded') = (${table.refundId} is not null)`),
	],
);

export const stripeEvents = sqliteTable(
	"stripe_events",
	{
		id: text("id").primaryKey(),
		type: text("type").notNull(),
		receivedAt: moment("received_at").notNull(),
	},
	(table) => [index("stripe_events_received").on(table.receivedAt)],
);

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
		createdAt: createdAt(),
	},
	(table) => [
		index("reviews_created").on(table.createdAt, table.id),
		index("reviews_email").on(table.email, sql`${table.createdAt} desc`, sql`${table.id} desc`),
		index("reviews_user").on(table.userId),
		index("reviews_img").on(table.img),
	],
);

/** Uploads; one that nothing shows is swept after a day. */
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
