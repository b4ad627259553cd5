import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { paymentHolds } from "#contract/payment-holds.ts";
import { createdAt, moment } from "./columns.ts";
import { orders } from "./orders.ts";

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
		/** ISO 4217, lower case; amounts are in its smallest unit. The shop's own are all `usd`. */
		currency: text("currency").notNull().default("usd"),
		status: text("status", { enum: ["open", "paid", "cancelled", "refunded"] })
			.notNull()
			.default("open"),
		/** What Stripe has received, and what of it went back by refunds that succeeded; see `refunds`. */
		receivedCents: integer("received_cents").notNull().default(0),
		refundedCents: integer("refunded_cents").notNull().default(0),
		hold: text("hold", { enum: paymentHolds }),
		refundId: text("refund_id"),
		/** What an admin should know or do, in words; null where there is nothing. */
		problem: text("problem"),
		/** When the sweep asks Stripe again, null when it need not; and how often it has, since somebody opened the payment. */
		nextCheckAt: moment("next_check_at").default(sql`0`),
		checks: integer("checks").notNull().default(0),
		createdAt: createdAt(),
		updatedAt: moment("updated_at").notNull(),
	},
	(table) => [
		index("payments_order").on(table.orderId),
		index("payments_status").on(table.status, table.updatedAt),
		index("payments_problem")
			.on(table.updatedAt)
			.where(sql`${table.problem} is not null and ${table.refundId} is null`),
		index("payments_due")
			.on(table.checks, sql`${table.nextCheckAt} desc`)
			.where(sql`${table.nextCheckAt} is not null`),
		index("payments_waiting").on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
		index("payments_held").on(table.updatedAt).where(sql`${table.hold} is not null`),
		check(
			"payments_status_known",
			sql`${table.status} in ('open', 'paid', 'cancelled', 'refunded')`,
		),
		check("payments_refund", sql`(${table.status} = 'refunded') = (${table.refundId} is not null)`),
	],
);

/**
 * The idempotency key under which the next payment intent of an order is asked for. It is written before Stripe is asked, and
 * goes when the intent is recorded; a key whose answer was an error is replaced, because Stripe repeats that answer.
 */
export const paymentKeys = sqliteTable("payment_keys", {
	orderId: text("order_id")
		.primaryKey()
		.references(() => orders.id, { onDelete: "cascade" }),
	key: text("key").notNull(),
	createdAt: createdAt(),
});

/** Each refund of a payment, as Stripe said when it was last asked (`readAt`): ours, and those made in the dashboard. */
export const refunds = sqliteTable(
	"refunds",
	{
		id: text("id").primaryKey(),
		paymentId: text("payment_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
		status: text("status").notNull(),
		failureReason: text("failure_reason"),
		/** Whether this shop has made it; otherwise somebody did at Stripe. */
		ours: integer("ours", { mode: "boolean" }).notNull(),
		createdAt: createdAt(),
		readAt: moment("read_at").notNull(),
	},
	(table) => [
		index("refunds_payment").on(table.paymentId, table.createdAt),
		index("refunds_created").on(table.createdAt),
	],
);

/**
 * Mails about refunds that the shop has made by itself, one a refund. No foreign keys: the order is mostly gone. The address
 * goes once the mail is sent or given up.
 */
export const refundMails = sqliteTable(
	"refund_mails",
	{
		refundId: text("refund_id").primaryKey(),
		email: text("email"),
		createdAt: createdAt(),
		sentAt: moment("sent_at"),
		/** How often sending was begun, and when it may be tried (again); null once it is sent or given up. */
		tries: integer("tries").notNull().default(0),
		nextTryAt: moment("next_try_at"),
	},
	(table) => [
		index("refund_mails_waiting").on(table.nextTryAt).where(sql`${table.sentAt} is null`),
	],
);

/** Each dispute of a payment, as Stripe said when it was last asked (`readAt`). */
export const disputes = sqliteTable(
	"disputes",
	{
		id: text("id").primaryKey(),
		paymentId: text("payment_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** Stripe's, such as `fraudulent`. */
		reason: text("reason").notNull(),
		/** Stripe's, such as `needs_response`, `won` or `lost`. */
		status: text("status").notNull(),
		dueBy: moment("due_by"),
		createdAt: createdAt(),
		readAt: moment("read_at").notNull(),
	},
	(table) => [index("disputes_payment").on(table.paymentId, table.createdAt)],
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
