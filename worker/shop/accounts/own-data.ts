import {
	and,
	eq,
	getTableColumns,
	gt,
	isNotNull,
	isNull,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { mapAddress } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { hasSecondFactor } from "#worker/auth/account-columns.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { lastUsedAt } from "#worker/auth/sessions.ts";
import {
	addresses,
	basketLines,
	emailVerifications,
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
	stockWaiters,
	subscribers,
	users,
} from "#worker/db/schema.ts";
import { listViewed } from "../catalogue/viewed.ts";
import type { ShopContext } from "../context.ts";
import { newestFirst, olderThan } from "../list-queries.ts";
import { orderColumns } from "../orders/read.ts";

/** The number of rows that are held in memory at a time. */
const rowsPerRead = 500;

const { userId: _, ...exportedOrderColumns } = orderColumns;
const { id, email, name, role, img, phone, createdAt, emailVerifiedAt: emailProvedAt } = users;
/** The downloaded file keeps older field names: `emailProvedAt` here, and below `mails` of an order and `validUntil` of a quote. */
const profileColumns = {
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

const reviewColumns = columnsWithout(reviews, "userId", "stars");
const uploadColumns = {
	address:
		sql<string>`case ${images.type} when 'application/pdf' then '/documents/' || replace(${images.key}, '.pdf', '/document.pdf')
			else '/images/' || ${images.key} end`.as("address"),
	type: images.type,
	bytes: images.bytes,
	createdAt: images.createdAt,
};
const addressColumns = {
	label: addresses.label,
	...mapAddress((name) => addresses[name]),
	createdAt: addresses.createdAt,
	usedAt: addresses.usedAt,
};
const sessionColumns = {
	createdAt: sessions.createdAt,
	expiresAt: sessions.expiresAt,
	lastUsedAt,
	device: sessions.device,
	country: sessions.country,
};

const passkeyColumns = {
	name: passkeys.name,
	createdAt: passkeys.createdAt,
	lastUsedAt: passkeys.lastUsedAt,
};
const basketColumns = columnsWithout(basketLines, "userId", "lastKey", "lastKeyAt");
const messageColumns = columnsWithout(messages, "userId", "formKey");

const toIsoTime = (column: SQLWrapper) =>
	sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

const parseJson = (json: string): unknown => JSON.parse(json);

// Drizzle omits the table name of a column that is directly in a selected field, and both tables have a column of this name.
const selectAmount = ({ amountCents }: typeof payments | typeof paymentOrders) =>
	sql`${amountCents}`;

const paymentsOfOrder = sql`(select json_group_array(json_object(
	'id', ${payments.id}, 'amountCents', ${selectAmount(payments)}, 'shareCents', ${selectAmount(paymentOrders)}, 'status', ${payments.status},
	'refundedCents', ${payments.refundedCents}, 'refundId', ${payments.refundId}, 'createdAt', ${toIsoTime(payments.createdAt)}
)) from ${paymentOrders} join ${payments} on ${eq(payments.id, paymentOrders.paymentId)} where ${eq(paymentOrders.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("payments");

const refundsOfOrder = sql`(select json_group_array(json_object(
	'amountCents', ${refundRequests.amountCents}, 'pieces', ${refundRequests.pieces}, 'status', ${refundRequests.status},
	'refundId', ${refundRequests.refundId}, 'createdAt', ${toIsoTime(refundRequests.createdAt)}
)) from ${refundRequests} where ${eq(refundRequests.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("refunds");

const emailsOfOrder = sql`(select json_group_array(json_object(
	'kind', ${orderEmails.kind}, 'createdAt', ${toIsoTime(orderEmails.createdAt)}, 'sentAt', ${toIsoTime(orderEmails.sentAt)}
)) from ${orderEmails} where ${eq(orderEmails.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("emails");

/** Without their authors, because notes are about the customer, not by them (docs/decisions/order-notes.md). */
const notesOfOrder = sql`(select json_group_array(json_object(
	'text', ${orderNotes.text}, 'createdAt', ${toIsoTime(orderNotes.createdAt)}
)) from ${orderNotes} where ${eq(orderNotes.orderId, orders.id)})`
	.mapWith(parseJson)
	.as("notes");

/** Nested below, because Drizzle omits the table names of columns in an expression over one table. */
const offeredLines = sql`select json_group_array(json_object(
	'tool', ${products.name}, 'quantity', ${quoteLines.quantity}, 'unitPriceCents', ${quoteLines.unitPriceCents}
)) from ${quoteLines} join ${products} on ${products.id} = ${quoteLines.productId} where ${eq(quoteLines.quoteId, quotes.id)}`;
const quoteColumns = {
	...columnsWithout(quotes, "userId", "formKey", "expiresAt"),
	validUntil: quotes.expiresAt,
	lines: sql`(${offeredLines})`.mapWith(parseJson).as("lines"),
};

const linesOfList = sql`(select json_group_array(json_object(
	'productId', line.product_id, 'quantity', line.quantity
)) from ${savedListLines} as line where line.list_id = ${savedLists.id})`
	.mapWith(parseJson)
	.as("lines");
const savedListColumns = {
	name: savedLists.name,
	isShared: sql`${savedLists.shareToken} is not null`.mapWith(Boolean).as("is_shared"),
	createdAt: savedLists.createdAt,
	lines: linesOfList,
};

type Rows = AsyncGenerator<object>;

async function* readOrders({ db }: ShopContext, userId: string): Rows {
	let last: Cursor | undefined;
	do {
		const rows = await db
			.select({
				...exportedOrderColumns,
				payments: paymentsOfOrder,
				refunds: refundsOfOrder,
				mails: emailsOfOrder,
				notes: notesOfOrder,
			})
			.from(orders)
			.where(and(eq(orders.userId, userId), last && olderThan(orders, last)))
			.orderBy(...newestFirst(orders))
			.limit(rowsPerRead);
		yield* rows;
		last = rows.length === rowsPerRead ? rows.at(-1) : undefined;
	} while (last);
}

/** Paging by rowid needs no sort: within equal keys, every SQLite index is ordered by rowid. */
const rowId = sql<number>`rowid`;

async function* readRows(
	{ db }: ShopContext,
	userId: string,
	table:
		| typeof reviews
		| typeof images
		| typeof sessions
		| typeof passkeys
		| typeof basketLines
		| typeof messages
		| typeof quotes
		| typeof addresses
		| typeof savedLists,
	columns: Record<string, SQLiteColumn | SQL.Aliased>,
): Rows {
	let last = 0;
	do {
		const rows = await db
			.select({ rowId: rowId.as("row_id"), columns })
			.from(table)
			.where(and(eq(table.userId, userId), gt(rowId, last)))
			.orderBy(rowId)
			.limit(rowsPerRead);
		for (const { columns } of rows) yield columns;
		last = rows.length === rowsPerRead ? (rows.at(-1)?.rowId ?? 0) : 0;
	} while (last > 0);
}

/** Messages of the account, and those sent from its verified address without signing in. Deleting the account deletes both. */
async function* readMessages(shop: ShopContext, userId: string): Rows {
	yield* readRows(shop, userId, messages, messageColumns);
	let last: Cursor | undefined;
	do {
		const rows = await shop.db
			.select({ ...messageColumns, id: messages.id, createdAt: messages.createdAt })
			.from(users)
			.innerJoin(messages, eq(messages.email, users.email))
			.where(
				and(
					...[eq(users.id, userId), isNotNull(users.emailVerifiedAt), isNull(messages.userId)],
					last && olderThan(messages, last),
				),
			)
			.orderBy(...newestFirst(messages))
			.limit(rowsPerRead);
		yield* rows;
		last = rows.length === rowsPerRead ? rows.at(-1) : undefined;
	} while (last);
}

/** Reads the subscription only if the email is verified: otherwise it may be another person's. */
async function* readSubscription({ db }: ShopContext, userId: string): Rows {
	const { email, confirmedAt } = subscribers;
	yield* await db
		.select({ email, confirmedAt })
		.from(subscribers)
		.innerJoin(users, eq(users.email, email))
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
}

/** An account waits for at most a hundred tools, and for one more once its email is verified. */
async function* readStockWaits({ db }: ShopContext, userId: string): Rows {
	const { productId, createdAt } = stockWaiters;
	yield* await db
		.select({ productId, createdAt })
		.from(stockWaiters)
		.where(eq(stockWaiters.userId, userId));
	yield* await db
		.select({ productId: emailVerifications.tool, startsOnceVerified: sql`true`.mapWith(Boolean) })
		.from(emailVerifications)
		.where(and(eq(emailVerifications.userId, userId), isNotNull(emailVerifications.tool)));
}

async function* streamJsonList(rows: Rows): AsyncGenerator<string> {
	let separator = "[";
	for await (const row of rows) {
		yield `${separator}\n${JSON.stringify(row)}`;
		separator = ",";
	}
	yield separator === "[" ? "[]" : "\n]";
}

/** Streams JSON, with prices in cents. @param cookies the `Cookie` header @throws ShopError 401, 429 */
export async function readOwnData(
	shop: ShopContext,
	cookies: string,
): Promise<AsyncGenerator<string>> {
	const { id: userId } = requireAccount(shop);
	await enforceRateLimit(shop.env, "ownData", userId);
	const profile = await shop.db
		.select(profileColumns)
		.from(users)
		.where(eq(users.id, userId))
		.get();
	if (!profile) throw new ShopError("user_not_found");
	const viewed = await listViewed(shop, cookies);
	const lists = {
		orders: readOrders(shop, userId),
		reviews: readRows(shop, userId, reviews, reviewColumns),
		uploads: readRows(shop, userId, images, uploadColumns),
		addresses: readRows(shop, userId, addresses, addressColumns),
		sessions: readRows(shop, userId, sessions, sessionColumns),
		passkeys: readRows(shop, userId, passkeys, passkeyColumns),
		messages: readMessages(shop, userId),
		quotes: readRows(shop, userId, quotes, quoteColumns),
		newsletter: readSubscription(shop, userId),
		basket: readRows(shop, userId, basketLines, basketColumns),
		savedLists: readRows(shop, userId, savedLists, savedListColumns),
		stockWaits: readStockWaits(shop, userId),
	};
	return (async function* () {
		yield `{"profile":${JSON.stringify(profile)}`;
		for (const [name, rows] of Object.entries(lists)) {
			yield `,\n"${name}":`;
			yield* streamJsonList(rows);
		}
		yield `,\n"viewed":${JSON.stringify(viewed)}}\n`;
	})();
}
