import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { defaultRole, type Role } from "#contract/roles.ts";
import { createdAt, timestamp } from "./columns.ts";

export const users = sqliteTable(
	"users",
	{
		id: text("id").primaryKey(),
		email: text("email").notNull(),
		name: text("name").notNull(),
		/** Listed in contract/roles.ts (docs/decisions/roles.md). */
		role: text("role").$type<Role>().notNull().default(defaultRole),
		img: text("img"),
		phone: text("phone"),
		passwordHash: text("password_hash"),
		googleSub: text("google_sub"),
		/** When a link in an email, or Google, proved that the email is the user's. */
		emailVerifiedAt: timestamp("email_proved_at"),
		createdAt: createdAt(),
	},
	(table) => [
		uniqueIndex("users_email").on(table.email),
		uniqueIndex("users_google_sub").on(table.googleSub),
		index("users_role").on(table.role),
		index("users_created").on(table.createdAt, table.id),
		index("users_name").on(sql`${table.name} collate nocase`, table.id),
		index("users_img").on(table.img),
		check("users_email_lowercase", sql`${table.email} = lower(${table.email})`),
	],
);

/** The account that a row belongs to, and with which it is deleted. */
export const userId = () =>
	text("user_id")
		.notNull()
		.references(() => users.id, { onDelete: "cascade" });

/** `id` is the SHA-256 of the session's secret, which is not stored. */
export const sessions = sqliteTable(
	"sessions",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		createdAt: createdAt(),
		expiresAt: timestamp("expires_at").notNull(),
		/** When the user last re-entered a password or code (worker/shop/accounts/confirm-identity.ts). */
		confirmedAt: timestamp("confirmed_at"),
		/** Null until an hour after the sign-in. */
		lastUsedAt: timestamp("last_used_at"),
		/** Such as "Firefox on Windows". Null for sessions that are older than this column. */
		device: text("device"),
		/** ISO 3166-1 alpha-2, at the sign-in. Null if it is unknown. */
		country: text("country"),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		index("sessions_expires").on(table.expiresAt),
	],
);

/** Bearer tokens. They end with the session that created them. */
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

/** Columns of links sent by email. A user has at most one valid link. */
const linkColumns = () => ({
	userId: userId().primaryKey(),
	tokenHash: text("token_hash").notNull(),
	expiresAt: timestamp("expires_at").notNull(),
});

export const resetTokens = sqliteTable("reset_tokens", linkColumns(), (table) => [
	uniqueIndex("reset_tokens_hash").on(table.tokenHash),
	index("reset_tokens_expires").on(table.expiresAt),
]);

export const emailVerifications = sqliteTable(
	"email_verifications",
	{
		...linkColumns(),
		/** ID of the tool whose stock alert is created once the email is verified. It may not exist, because it comes from a URL. */
		tool: text("tool"),
	},
	(table) => [index("email_verifications_expires").on(table.expiresAt)],
);

/** An account's authenticator app (docs/decisions/second-factor.md). */
export const secondFactors = sqliteTable("second_factors", {
	userId: userId().primaryKey(),
	/** Encrypted, if the shop has a key (worker/auth/sealed-secret.ts). */
	secret: text("secret").notNull(),
	/** Null until the user has entered a code from the app. */
	confirmedAt: timestamp("confirmed_at"),
	/** The time step of the last accepted code. Codes of this step or an earlier one are rejected. */
	lastStep: integer("last_step").notNull().default(0),
	createdAt: createdAt(),
});

/** Each code works once and is then deleted. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{
		hash: text("hash").primaryKey(),
		userId: userId(),
	},
	(table) => [index("recovery_codes_user").on(table.userId)],
);

/** Sign-ins that passed the first step (password or Google) and still need a code. `id` is the SHA-256 of a token. */
export const signInChallenges = sqliteTable(
	"sign_in_challenges",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		/** How the first step was passed, for the log. */
		method: text("method").notNull(),
		tries: integer("tries").notNull().default(0),
		expiresAt: timestamp("expires_at").notNull(),
	},
	(table) => [
		index("sign_in_challenges_user").on(table.userId),
		index("sign_in_challenges_expires").on(table.expiresAt),
	],
);

/** Keys with which an account signs in without a password (docs/decisions/passkeys.md). `id` is the credential ID, in base64url. */
export const passkeys = sqliteTable(
	"passkeys",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		name: text("name").notNull(),
		/** SubjectPublicKeyInfo in base64url. */
		publicKey: text("public_key").notNull(),
		/** A COSE algorithm: -7 ES256, -8 EdDSA, -257 RS256. */
		algorithm: integer("algorithm").notNull(),
		/** The authenticator's counter at the last sign-in; always 0 if it has none. */
		signCount: integer("sign_count").notNull().default(0),
		/** Whether the passkey can be synced to the user's other devices, and whether it has been. */
		canSync: integer("can_sync", { mode: "boolean" }).notNull(),
		isSynced: integer("is_synced", { mode: "boolean" }).notNull(),
		createdAt: createdAt(),
		lastUsedAt: timestamp("last_used_at"),
	},
	(table) => [
		index("passkeys_user").on(table.userId),
		check("passkeys_name", sql`length(${table.name}) between 1 and 120`),
		check("passkeys_algorithm", sql`${table.algorithm} in (-7, -8, -257)`),
		check("passkeys_sign_count", sql`${table.signCount} >= 0`),
		check("passkeys_synced", sql`${table.isSynced} <= ${table.canSync}`),
	],
);

/** Random challenges, each signed once by a passkey. `id` is the SHA-256 of the challenge. */
export const passkeyChallenges = sqliteTable(
	"passkey_challenges",
	{
		id: text("id").primaryKey(),
		/** The account that adds a passkey; null for a sign-in or for confirming an identity. */
		userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
		expiresAt: timestamp("expires_at").notNull(),
	},
	(table) => [
		index("passkey_challenges_user").on(table.userId),
		index("passkey_challenges_expires").on(table.expiresAt),
	],
);

/** Saved delivery addresses, offered on the order form. A trigger limits an account to `addressesMax`. */
export const addresses = sqliteTable(
	"addresses",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		/** Such as "Workshop". */
		label: text("label").notNull(),
		location: text("location").notNull(),
		phone: text("phone").notNull(),
		company: text("company").notNull().default(""),
		vatNumber: text("vat_number").notNull().default(""),
		createdAt: createdAt(),
		/** When the address was last used for an order, or saved. */
		usedAt: timestamp("used_at").notNull(),
	},
	(table) => [
		uniqueIndex("addresses_label").on(table.userId, sql`${table.label} collate nocase`),
		check("addresses_label_length", sql`length(${table.label}) between 1 and 40`),
	],
);
