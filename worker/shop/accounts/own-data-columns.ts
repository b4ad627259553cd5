import { eq, getTableColumns, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { mapAddressFields } from "#contract/delivery.ts";
import { hasSecondFactor } from "#worker/auth/account-columns.ts";
import { lastUsedAt } from "#worker/auth/sessions.ts";
import {
	addresses,
	basketLines,
	images,
	messages,
	orderEmails,
	orderNotes,
	orders,
	passkeys,
	paymentOrders,
	payments,
	products,
	quoteLines,
	quotes,
	refundRequests,
	reviews,
	savedListLines,
	savedLists,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { orderColumns } from "../orders/read.ts";

const { userId: _, ...exportedOrderColumns } = orderColumns;

export { exportedOrderColumns };

const { id, email, name, role, img, phone, createdAt, emailVerifiedAt: emailProvedAt } = users;
/** The downloaded file keeps some older field names: `emailProvedAt` here, `mails` of an order, and `validUntil` of a quote. */
export const profileColumns = {
	id,
	email,
	name,
	role,
	img,
	phone,
	createdAt,
	emailProvedAt,
	hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean),
	hasSecondFactor,
	hasGoogle: sql`${users.googleSub} is not null`.mapWith(Boolean),
};

function columnsWithout<Table extends SQLiteTable>(
	table: Table,
	...names: (keyof Table["_"]["columns"])[]
): Record<string, SQLiteColumn> {
	const omitted: PropertyKey[] = names;
	const columns = Object.entries(getTableColumns(table));
	return Object.fromEntries(columns.filter(([name]) => !omitted.includes(name)));
}

export const reviewColumns = columnsWithout(reviews, "userId", "stars");
export const uploadColumns = {
	address:
		sql<string>`case ${images.type} when 'application/pdf' then '/documents/' || replace(${images.key}, '.pdf', '/document.pdf')
			else '/images/' || ${images.key} end`.as("address"),
	type: images.type,
	bytes: images.bytes,
	createdAt: images.createdAt,
};
export const addressColumns = {
	label: addresses.label,
	...mapAddressFields((name) => addresses[name]),
	createdAt: addresses.createdAt,
	usedAt: addresses.usedAt,
};
export const sessionColumns = {
	createdAt: sessions.createdAt,
	expiresAt: sessions.expiresAt,
	lastUsedAt,
	device: sessions.device,
	country: sessions.country,
};

export const passkeyColumns = {
	name: passkeys.name,
	createdAt: passkeys.createdAt,
	lastUsedAt: passkeys.lastUsedAt,
};
export const basketColumns = columnsWithout(basketLines, "userId", "lastKey", "lastKeyAt");
export const messageColumns = columnsWithout(messages, "userId", "formKey");

const toIsoTime = (column: SQLWrapper) =>
	sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

const parseJson = (json: string): unknown => JSON.parse(json);

// Drizzle omits the table name of a column used directly in a selected field, and both tables have a column of this name.
const selectAmount = ({ amountCents }: typeof payments | typeof paymentOrders) =>
	sql`${amountCents}`;

export const paymentsOfOrder = sql`(select json_group_array(json_object(
	'id', ${payments.id}, 'amountCents', ${selectAmount(payments)}, 'shareCents', ${selectAmount(paymentOrders)}, 'status', ${payments.status},
	'refundedCents', ${payments.refundedCents}, 'refundId', ${payments.refundId}, 'createdAt', ${toIsoTime(payments.createdAt)}
)) from ${paymentOrders} join ${payments} on ${eq(payments.id, paymentOrders.paymentId)} where ${eq(paymentOrders.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("payments");

export const refundsOfOrder = sql`(select json_group_array(json_object(
	'amountCents', ${refundRequests.amountCents}, 'pieces', ${refundRequests.pieces}, 'status', ${refundRequests.status},
	'refundId', ${refundRequests.refundId}, 'createdAt', ${toIsoTime(refundRequests.createdAt)}
)) from ${refundRequests} where ${eq(refundRequests.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("refunds");

export const emailsOfOrder = sql`(select json_group_array(json_object(
	'kind', ${orderEmails.kind}, 'createdAt', ${toIsoTime(orderEmails.createdAt)}, 'sentAt', ${toIsoTime(orderEmails.sentAt)}
)) from ${orderEmails} where ${eq(orderEmails.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("emails");

/** Omits the authors, because staff write the notes about the customer (docs/decisions/order-notes.md). */
export const notesOfOrder = sql`(select json_group_array(json_object(
	'text', ${orderNotes.text}, 'createdAt', ${toIsoTime(orderNotes.createdAt)}
)) from ${orderNotes} where ${eq(orderNotes.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("notes");

/** Nested in another expression below, because Drizzle omits the table name of a column used directly in a selected field. */
const selectQuoteLines = sql`select json_group_array(json_object(
	'tool', ${products.name}, 'quantity', ${quoteLines.quantity}, 'unitPriceCents', ${quoteLines.unitPriceCents}
)) from ${quoteLines} join ${products} on ${products.id} = ${quoteLines.productId} where ${eq(quoteLines.quoteId, quotes.id)}`;
export const quoteColumns = {
	...columnsWithout(quotes, "userId", "formKey", "expiresAt"),
	validUntil: quotes.expiresAt,
	lines: sql`(${selectQuoteLines})`.mapWith(parseJson).as("lines"),
};

const savedListLinesJson = sql`(select json_group_array(json_object(
	'productId', line.product_id, 'quantity', line.quantity
)) from ${savedListLines} as line where line.list_id = ${savedLists.id})`
	.mapWith(parseJson)
	.as("lines");
export const savedListColumns = {
	name: savedLists.name,
	isShared: sql`${savedLists.shareToken} is not null`.mapWith(Boolean).as("is_shared"),
	createdAt: savedLists.createdAt,
	lines: savedListLinesJson,
};
