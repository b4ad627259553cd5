import { sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	sqliteView,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { PaymentHold } from "#contract/payment-holds.ts";
import type { RefundReason } from "#contract/refunds.ts";
import { users } from "./accounts.ts";
import { createdAt, outboxColumns, timestamp } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * Stripe's payment intents. `orderId` is the first of the orders in `payment_orders`. It has no foreign key, because a payment may have no
 * order after an older database is restored. Such a payment is refunded.
 */
export const payments = sqliteTable(
	"payments",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** ISO 4217, in lower case. Amounts are in its smallest unit. */
		currency: text("currency").notNull().default("usd"),
		status: text("status", { enum: ["open", "paid", "cancelled", "refunded"] })
			.notNull()
			.default("open"),
		receivedCents: integer("received_cents").notNull().default(0),
		/** Stripe's type of the payment method, such as `card` or `link`; null until it is charged. */
		methodType: text("method_type"),
		/** When a bank began to process an open payment; null if none is processing it (`settle`). */
		processingAt: timestamp("processing_at"),
		/** The total of successful refunds. */
		refundedCents: integer("refunded_cents").notNull().default(0),
		hold: text("hold").$type<PaymentHold>(),
		refundId: text("refund_id"),
		/** A message for admins. */
		problem: text("problem"),
		/** When the sweep next checks the payment; null if it needs no more checks. */
		nextCheckAt: timestamp("next_check_at").default(sql`0`),
		/** Checks by the sweep since the payment page was last opened. */
		checks: integer("checks").notNull().default(0),
		createdAt: createdAt(),
		updatedAt: timestamp("updated_at").notNull(),
	},
	(table) => [
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

/** The orders that a payment was started for, with each order's share of the amount. If there is only one order, a trigger adds the row. */
export const paymentOrders = sqliteTable(
	"payment_orders",
	{
		paymentId: text("payment_id").notNull(),
		orderId: text("order_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.paymentId, table.orderId] }),
		index("payment_orders_order").on(table.orderId),
		check("payment_orders_amount", sql`${table.amountCents} >= 0`),
	],
);

/**
 * The idempotency key of an order's next payment intent. It is deleted when the intent is recorded, and replaced after an error, because
 * Stripe returns the same response, even an error, each time a key is used.
 */
export const paymentKeys = sqliteTable("payment_keys", {
	orderId: text("order_id")
		.primaryKey()
		.references(() => orders.id, { onDelete: "cascade" }),
	key: text("key").notNull(),
	createdAt: createdAt(),
});

/** Refunds as last read from Stripe, created by the shop or in Stripe's Dashboard. */
export const refunds = sqliteTable(
	"refunds",
	{
		id: text("id").primaryKey(),
		paymentId: text("payment_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
		status: text("status").notNull(),
		failureReason: text("failure_reason"),
		/** Whether the shop created it. */
		createdByShop: integer("ours", { mode: "boolean" }).notNull(),
		/** The id in `refund_requests`; null for automatic refunds, and for those created in Stripe's Dashboard. */
		requestId: text("request_id"),
		createdAt: createdAt(),
		readAt: timestamp("read_at").notNull(),
	},
	(table) => [
		index("refunds_payment").on(table.paymentId, table.createdAt),
		index("refunds_created").on(table.createdAt),
		index("refunds_request").on(table.requestId).where(sql`${table.requestId} is not null`),
	],
);

/**
 * Refunds that admins requested. Each row is written before the refund is sent to Stripe. Triggers reject a refund of more money than was
 * received, or of more pieces than the order has (migration `refunds`).
 */
export const refundRequests = sqliteTable(
	"refund_requests",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id, { onDelete: "cascade" }),
		paymentId: text("payment_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/**
		 * The amount that was already refunded in Stripe's Dashboard when this row was created. Later refunds there reduce the amount that
		 * is sent (docs/decisions/refunds.md). Null for `unused`, and for rows of earlier versions.
		 */
		unrequestedCentsAtCreation: integer("known_cents"),
		/** How many pieces the amount is for; 0 if the customer keeps all of them. */
		pieces: integer("pieces").notNull(),
		/** How many of the pieces were restocked. */
		restocked: integer("restocked").notNull(),
		reason: text("reason").$type<RefundReason>().notNull(),
		note: text("note").notNull().default(""),
		/** Null if the account was deleted. */
		requestedBy: text("requested_by").references(() => users.id, { onDelete: "set null" }),
		/**
		 * `waiting`: Stripe has not confirmed it. `sent`: Stripe accepted it, and it is pending or succeeded; even then it can fail later.
		 * `failed`: it failed or was canceled after that. `rejected`: Stripe refused it, and no attempt is known to have succeeded.
		 */
		status: text("status", { enum: ["waiting", "sent", "rejected", "failed"] })
			.notNull()
			.default("waiting"),
		refundId: text("refund_id"),
		/** Why Stripe rejected it: an error code, or a message. */
		rejection: text("rejection"),
		/** From the form or the API call, so that repeating it does not create a second refund. */
		idempotencyKey: text("idempotency_key"),
		/** Idempotency key for Stripe. Replaced after an error, for the same reason as `paymentKeys`. */
		stripeKey: text("stripe_key").notNull(),
		createdAt: createdAt(),
		nextTryAt: timestamp("next_try_at"),
		tries: integer("tries").notNull().default(0),
	},
	(table) => [
		index("refund_requests_order").on(table.orderId, table.createdAt),
		index("refund_requests_payment").on(table.paymentId),
		index("refund_requests_user").on(table.requestedBy),
		index("refund_requests_waiting").on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
		uniqueIndex("refund_requests_idempotency").on(table.orderId, table.idempotencyKey),
		check("refund_requests_amount", sql`${table.amountCents} > 0`),
		check(
			"refund_requests_pieces",
			sql`${table.pieces} >= 0 and ${table.restocked} between 0 and ${table.pieces}`,
		),
		check(
			"refund_requests_status",
			sql`${table.status} in ('waiting', 'sent', 'rejected', 'failed')`,
		),
	],
);

/**
 * The share of each refund, including failed ones, that belongs to a paid order (docs/decisions/checkouts.md). The view is handwritten
 * in the migration `refund_shares_cumulative`. Queries with a payment or an order are fast, even if the payment is for 200 orders.
 */
export const refundShares = sqliteView("refund_shares", {
	refundId: text("refund_id").notNull(),
	paymentId: text("payment_id").notNull(),
	orderId: text("order_id").notNull(),
	status: text("status").notNull(),
	createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
	pieces: integer("pieces").notNull(),
	amountCents: integer("amount_cents").notNull(),
}).existing();

/** Outbox of the emails about refunds that the shop made. It has no foreign keys, because `refunds` has none. */
export const refundEmails = sqliteTable(
	"refund_mails",
	{
		refundId: text("refund_id").primaryKey(),
		/** Deleted once the email has been sent or has permanently failed. */
		email: text("email"),
		...outboxColumns(),
	},
	(table) => [
		index("refund_mails_waiting").on(table.nextTryAt).where(sql`${table.sentAt} is null`),
	],
);

/** Disputes as last read from Stripe. */
export const disputes = sqliteTable(
	"disputes",
	{
		id: text("id").primaryKey(),
		paymentId: text("payment_id").notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** One of Stripe's reasons, such as `fraudulent`. */
		reason: text("reason").notNull(),
		/** One of Stripe's statuses, such as `needs_response`, `won` or `lost`. */
		status: text("status").notNull(),
		dueBy: timestamp("due_by"),
		createdAt: createdAt(),
		readAt: timestamp("read_at").notNull(),
	},
	(table) => [index("disputes_payment").on(table.paymentId, table.createdAt)],
);

export const stripeEvents = sqliteTable(
	"stripe_events",
	{
		id: text("id").primaryKey(),
		type: text("type").notNull(),
		receivedAt: timestamp("received_at").notNull(),
	},
	(table) => [index("stripe_events_received").on(table.receivedAt)],
);
