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
import type { StoredQuoteState } from "#contract/quote-states.ts";
import { userId } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { checkouts } from "./checkouts.ts";
import { createdAt, outboxColumns, timestamp } from "./columns.ts";

const states: [StoredQuoteState, ...StoredQuoteState[]] = [
	"new",
	"answered",
	"accepted",
	"declined",
	"withdrawn",
];

/** Customers' quote requests and the shop's offers (docs/decisions/quotes.md). A trigger rejects changes to an accepted quote. */
export const quotes = sqliteTable(
	"quotes",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		/** As the customer typed it, one tool per line. */
		tools: text("tools").notNull(),
		message: text("message").notNull(),
		company: text("company").notNull(),
		phone: text("phone").notNull(),
		/** A day such as 2026-12-31. */
		neededBy: text("needed_by"),
		/** Identifies the form and its content, so that submitting it twice creates one request. */
		formKey: text("form_key"),
		createdAt: createdAt(),
		/** Counts the offers, so that nobody can accept or replace an offer that they have not seen. Each answer replaces the previous offer. */
		revision: integer("revision").notNull().default(0),
		note: text("note").notNull().default(""),
		answeredAt: timestamp("answered_at"),
		/** When the last day of the offer has ended in every time zone. */
		expiresAt: timestamp("valid_until"),
		declinedAt: timestamp("declined_at"),
		withdrawnAt: timestamp("withdrawn_at"),
		acceptedAt: timestamp("accepted_at"),
		/** The orders that were placed when it was accepted. */
		checkoutId: text("checkout_id").references(() => checkouts.id),
		/** Derived by the database, so that it always agrees with the times. */
		state: text("state", { enum: states })
			.notNull()
			.generatedAlwaysAs(
				sql`case when accepted_at is not null then 'accepted' when withdrawn_at is not null then 'withdrawn' when declined_at is not null then 'declined' when answered_at is not null then 'answered' else 'new' end`,
				{ mode: "virtual" },
			),
	},
	(table) => [
		index("quotes_user").on(table.userId, table.createdAt, table.id),
		index("quotes_created").on(table.createdAt, table.id),
		index("quotes_state").on(table.state, table.createdAt, table.id),
		uniqueIndex("quotes_form").on(table.userId, table.formKey),
		uniqueIndex("quotes_checkout").on(table.checkoutId).where(sql`${table.checkoutId} is not null`),
		check(
			"quotes_request",
			sql`length(${table.tools}) + length(${table.message}) > 0 and length(${table.tools}) <= 10000 and length(${table.message}) <= 2000`,
		),
		check(
			"quotes_answered",
			sql`(${table.answeredAt} is null) = (${table.expiresAt} is null) and (${table.answeredAt} is null) = (${table.revision} = 0)`,
		),
		check(
			"quotes_declined",
			sql`${table.declinedAt} is null or (${table.answeredAt} is not null and ${table.withdrawnAt} is null)`,
		),
		check(
			"quotes_accepted",
			sql`(${table.acceptedAt} is null) = (${table.checkoutId} is null) and (${table.acceptedAt} is null or (${table.expiresAt} is not null and ${table.acceptedAt} < ${table.expiresAt} and ${table.declinedAt} is null and ${table.withdrawnAt} is null))`,
		),
	],
);

/** What an answered quote offers. A trigger rejects the 101st line of a quote. */
export const quoteLines = sqliteTable(
	"quote_lines",
	{
		quoteId: text("quote_id")
			.notNull()
			.references(() => quotes.id, { onDelete: "cascade" }),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "restrict" }),
		position: integer("position").notNull(),
		quantity: integer("quantity").notNull(),
		unitPriceCents: integer("unit_price_cents").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.quoteId, table.productId] }),
		index("quote_lines_product").on(table.productId),
		check("quote_lines_quantity", sql`${table.quantity} between 1 and 1000000`),
		check("quote_lines_price", sql`${table.unitPriceCents} between 1 and 99999999`),
	],
);

/** Outbox of the "quote ready" emails to customers. */
export const quoteEmails = sqliteTable(
	"quote_mails",
	{
		quoteId: text("quote_id")
			.primaryKey()
			.references(() => quotes.id, { onDelete: "cascade" }),
		...outboxColumns(),
	},
	(table) => [index("quote_mails_waiting").on(table.nextTryAt).where(sql`${table.sentAt} is null`)],
);
