import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { defaultRole, type Role } from "#contract/roles.ts";
import { createdAt, timestamp } from "./columns.ts";

export const users = sqliteTable(
	"users",
	{
		id: text("id").primaryKey(),
		email: text("email").notNull(),
		name: text("name").notNull(),
		/** A row of contract/roles.ts. The database keeps no list of them (docs/decisions/roles.md). */
		role: text("role").$type<Role>().notNull().default(defaultRole),
		img: text("img"),
		phone: text("phone"),
		passwordHash: text("password_hash"),
		googleSub: text("google_sub"),
		/** When it was verified that the email is theirs: by a link from a mail, or by Google. Signing up verifies nothing. */
		emailVerifiedAt: timestamp("email_proved_at"),
		createdAt: createdAt(),
	},
	(table) => [
		uniqueIndex("users_email").on(table.email),
		uniqueIndex("users_google_sub").on(table.googleSub),
		index("users_role").on(table.role),
		index("users_created").on(table.createdAt, table.id),
		index("users_img").on(table.img),
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
		expiresAt: timestamp("expires_at").notNull(),
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
		expiresAt: timestamp("expires_at").notNull(),
	},
	(table) => [
		index("access_tokens_session").on(table.sessionId),
		index("access_tokens_expires").on(table.expiresAt),
	],
);

/** Of links that are mailed. At most one is live a user: the user is the key. */
const linkColumns = () => ({
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade" }),
	tokenHash: text("token_hash").notNull(),
	expiresAt: timestamp("expires_at").notNull(),
});

export const resetTokens = sqliteTable("reset_tokens", linkColumns(), (table) => [
	uniqueIndex("reset_tokens_hash").on(table.tokenHash),
	index("reset_tokens_expires").on(table.expiresAt),
]);

export const emailVerifications = sqliteTable("email_verifications", linkColumns(), (table) => [
	index("email_verifications_expires").on(table.expiresAt),
]);
