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
import type { CancelReason } from "#contract/cancel-reasons.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import {
	type OrderState,
	orderStateNames,
	type StateTimeColumn,
	statesAfterUnpaid,
} from "#contract/order-states.ts";
import { users } from "./accounts.ts";
import { products } from "./catalogue.ts";
import { checkouts } from "./checkouts.ts";
import { createdAt, outboxColumns, timestamp } from "./columns.ts";

/** "paidAt" → "paid_at". The contract calls shipping "shifting". */
const getColumn = (at: StateTimeColumn): string =>
	at === "shippedAt"
		? "shifted_at"
		: at.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `paidAt`, `shippedAt` and so on: when the order entered each state. */
const stateTimes = Object.fromEntries(
	Object.values(statesAfterUnpaid).map(({ at }) => [at, timestamp(getColumn(at))]),
) as Record<StateTimeColumn, ReturnType<typeof timestamp>>;

const stateCases = Object.entries(statesAfterUnpaid)
	.map(([state, { at }]) => `when ${getColumn(at)} is not null then '${state}'`)
	.reverse();

export const orders = sqliteTable(
	"orders",
	{
		id: text("id").primaryKey(),
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		productId: text("product_id")
			.notNull()
			.references(() => products.id, { onDelete: "restrict" }),
		toolName: text("tool_name").notNull(),
		toolPartNumber: text("tool_part_number"),
		toolPriceCents: integer("tool_price_cents").notNull(),
		quantity: integer("quantity").notNull(),
		name: text("name").notNull(),
		email: text("email").notNull(),
		location: text("location").notNull(),
		phone: text("phone").notNull(),
		company: text("company").notNull().default(""),
		vatNumber: text("vat_number").notNull().default(""),
		/** The customer's own purchase order number, shown on the invoice. */
		purchaseOrder: text("purchase_order").notNull().default(""),
		idempotencyKey: text("idempotency_key"),
		transactionId: text("transaction_id"),
		createdAt: createdAt(),
		...stateTimes,
		cancelReason: text("cancel_reason").$type<CancelReason>(),
		/** Until when the pieces of an unpaid order are reserved (docs/decisions/unpaid-orders.md). */
		reservedUntil: timestamp("reserved_until"),
		carrier: text("carrier"),
		trackingNumber: text("tracking_number"),
		/** Set by a trigger. Null before the shipment, and for older orders of which all pieces were shipped. */
		shippedQuantity: integer("shipped_quantity"),
		/** When the customer asked to cancel the order after paying for it. */
		cancellationRequestedAt: timestamp("cancellation_requested_at"),
		cancellationDeclinedAt: timestamp("cancellation_declined_at"),
		/** ID of the staff member who placed the order for the customer. Kept even if their account is deleted. */
		placedBy: text("placed_by"),
		/** Null if the order was placed alone. */
		checkoutId: text("checkout_id").references(() => checkouts.id),
		/** Derived by the database, so that it always agrees with the times. */
		state: text("state", { enum: orderStateNames as [OrderState, ...OrderState[]] })
			.notNull()
			.generatedAlwaysAs(sql.raw(`case ${stateCases.join(" ")} else 'unpaid' end`), {
				mode: "virtual",
			}),
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
		index("orders_paid_at").on(table.paidAt).where(sql`${table.paidAt} is not null`),
		index("orders_product").on(table.productId),
		index("orders_state").on(table.state, table.createdAt, table.id),
		index("orders_reserved")
			.on(table.reservedUntil)
			.where(sql`${table.paidAt} is null and ${table.cancelledAt} is null`),
		index("orders_asking_to_cancel")
			.on(table.createdAt, table.id)
			.where(
				sql`${table.cancellationRequestedAt} is not null and ${table.cancellationDeclinedAt} is null and ${table.shippedAt} is null and ${table.refundedAt} is null`,
			),
		index("orders_user_state").on(table.userId, table.state),
		uniqueIndex("orders_idempotency").on(table.userId, table.idempotencyKey),
		// Not unique, because one payment may pay for several orders.
		index("orders_transaction").on(table.transactionId),
		index("orders_tracking_number")
			.on(sql`${table.trackingNumber} collate nocase`)
			.where(sql`${table.trackingNumber} is not null`),
		index("orders_checkout").on(table.checkoutId).where(sql`${table.checkoutId} is not null`),
		check("orders_quantity", sql`${table.quantity} between 1 and 1000000`),
		check("orders_paid", sql`(${table.paidAt} is null) = (${table.transactionId} is null)`),
		check("orders_cancelled", sql`${table.cancelledAt} is null or ${table.paidAt} is null`),
		check(
			"orders_refunded",
			sql`${table.refundedAt} is null or (${table.paidAt} is not null and ${table.shippedAt} is null)`,
		),
		check(
			"orders_cancellation",
			sql`${table.cancellationRequestedAt} is null or ${table.paidAt} is not null`,
		),
		check(
			"orders_cancellation_declined",
			sql`${table.cancellationDeclinedAt} is null or ${table.cancellationRequestedAt} is not null`,
		),
		check("orders_shifted", sql`${table.shippedAt} is null or ${table.paidAt} is not null`),
		check("orders_delivered", sql`${table.deliveredAt} is null or ${table.shippedAt} is not null`),
		check(
			"orders_carrier",
			sql`${table.carrier} is null or (${table.trackingNumber} is not null and length(${table.carrier}) between 1 and 40)`,
		),
		check(
			"orders_tracking",
			sql`${table.trackingNumber} is null or (${table.shippedAt} is not null and length(${table.trackingNumber}) between 1 and 64 and ${table.trackingNumber} not glob '*[^!-~]*')`,
		),
	],
);

/** Internal notes about an order, which only staff see. */
export const orderNotes = sqliteTable(
	"order_notes",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id, { onDelete: "cascade" }),
		/** The author; null if the account was deleted. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		text: text("text").notNull(),
		createdAt: createdAt(),
	},
	(table) => [
		index("order_notes_order").on(table.orderId, table.createdAt),
		index("order_notes_user").on(table.userId),
		check("order_notes_text", sql`length(${table.text}) between 1 and 2000`),
	],
);

/**
 * Links to the payment page of an order, which work without an account (docs/decisions/payment-links.md). Each email and each copied link has its
 * own token, because only the token's SHA-256 is stored.
 */
export const paymentLinks = sqliteTable(
	"payment_links",
	{
		tokenHash: text("token_hash").primaryKey(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id, { onDelete: "cascade" }),
		/** The staff member who copied it; null for an email, or if the account was deleted. */
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
		createdAt: createdAt(),
	},
	(table) => [
		index("payment_links_order").on(table.orderId, table.createdAt),
		index("payment_links_created").on(table.createdAt),
		index("payment_links_created_by").on(table.createdBy),
	],
);

/** Sales of each day, counted when an order is paid. Triggers maintain the rows. */
export const dailySales = sqliteTable("daily_sales", {
	/** Days since 1970 in UTC. */
	day: integer("day").primaryKey(),
	orders: integer("orders").notNull(),
	pieces: integer("pieces").notNull(),
	revenueCents: integer("revenue_cents").notNull(),
});

/** An outbox. Each email is queued in the transaction of the change that it reports. */
export const orderEmails = sqliteTable(
	"order_mails",
	{
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id, { onDelete: "cascade" }),
		kind: text("kind").$type<OrderEmailKind>().notNull(),
		...outboxColumns(),
	},
	(table) => [
		primaryKey({ columns: [table.orderId, table.kind] }),
		index("order_mails_waiting")
			.on(table.nextTryAt, table.createdAt)
			.where(sql`${table.sentAt} is null`),
		index("order_mails_sent").on(table.sentAt).where(sql`${table.sentAt} is not null`),
	],
);
