import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ContactEmailKind, MessageSubject } from "#contract/contact.ts";
import { users } from "./accounts.ts";
import { createdAt, outboxColumns, timestamp } from "./columns.ts";

/**
 * First four digits of the hash of the network that requested the email: enough to limit its emails per day, but too few to identify
 * it. Null if emails are not limited per network.
 */
const networkHashPrefix = () => text("network");

/** Messages to the shop from its contact form. */
export const messages = sqliteTable(
	"messages",
	{
		id: text("id").primaryKey(),
		/** The account that sent it; null if nobody was signed in or the account was deleted. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		name: text("name").notNull(),
		email: text("email").notNull(),
		subject: text("subject").$type<MessageSubject>().notNull(),
		/** As the sender typed it. */
		orderNumber: text("order_number"),
		text: text("text").notNull(),
		/** Null until it is answered. */
		answeredAt: timestamp("answered_at"),
		/** Identifies the form and its content, so that submitting it twice creates one message. */
		formKey: text("form_key"),
		createdAt: createdAt(),
	},
	(table) => [
		index("messages_created").on(table.createdAt, table.id),
		index("messages_new").on(table.createdAt, table.id).where(sql`${table.answeredAt} is null`),
		index("messages_answered")
			.on(table.createdAt, table.id)
			.where(sql`${table.answeredAt} is not null`),
		index("messages_email").on(table.email, sql`${table.createdAt} desc`, sql`${table.id} desc`),
		index("messages_user").on(table.userId),
		uniqueIndex("messages_form_key").on(table.formKey),
		check("messages_email_lowercase", sql`${table.email} = lower(${table.email})`),
		check("messages_text", sql`length(${table.text}) between 1 and 4000`),
	],
);

/** Newsletter subscribers. A row without `confirmedAt` is a request that the address has not confirmed. */
export const subscribers = sqliteTable(
	"subscribers",
	{
		id: text("id").primaryKey(),
		email: text("email").notNull(),
		/** SHA-256 of the token in the link that confirms the address. */
		tokenHash: text("token_hash").notNull(),
		tokenExpiresAt: timestamp("token_expires_at").notNull(),
		/** Not hashed, because each email to the address and the exported list contain it. It can only be used to unsubscribe. */
		unsubscribeToken: text("unsubscribe_token").notNull(),
		confirmedAt: timestamp("confirmed_at"),
		networkHashPrefix: networkHashPrefix(),
	},
	(table) => [
		uniqueIndex("subscribers_email").on(table.email),
		uniqueIndex("subscribers_token").on(table.tokenHash),
		uniqueIndex("subscribers_unsubscribe").on(table.unsubscribeToken),
		index("subscribers_confirmed")
			.on(table.confirmedAt, table.id)
			.where(sql`${table.confirmedAt} is not null`),
		index("subscribers_pending").on(table.tokenExpiresAt).where(sql`${table.confirmedAt} is null`),
		check("subscribers_email_lowercase", sql`${table.email} = lower(${table.email})`),
	],
);

/**
 * Emails about a message, a subscriber or a quote request. The row has no address, because the recipient is looked up when the email is
 * sent.
 */
export const contactEmails = sqliteTable(
	"contact_mails",
	{
		/** The kind and `subjectId`, such as "copy:…", so that each email is queued only once. */
		id: text("id").primaryKey(),
		kind: text("kind").$type<ContactEmailKind>().notNull(),
		/** The id of a message, a subscriber or a quote, which may have been deleted since. */
		subjectId: text("subject_id").notNull(),
		networkHashPrefix: networkHashPrefix(),
		...outboxColumns(),
	},
	(table) => [
		index("contact_mails_due").on(table.nextTryAt).where(sql`${table.sentAt} is null`),
		index("contact_mails_kind").on(table.kind, table.createdAt),
	],
);
