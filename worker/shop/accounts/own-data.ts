import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { ShopError } from "#contract/errors.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import {
	addresses,
	basketLines,
	emailVerifications,
	images,
	messages,
	orders,
	passkeys,
	quotes,
	reviews,
	savedLists,
	sessions,
	stockAlerts,
	subscribers,
	users,
} from "#worker/db/schema.ts";
import { listViewed } from "../catalogue/viewed.ts";
import type { ShopContext } from "../context.ts";
import { newestFirst, olderThan } from "../list-queries.ts";
import {
	addressColumns,
	basketColumns,
	emailsOfOrder,
	exportedOrderColumns,
	messageColumns,
	notesOfOrder,
	passkeyColumns,
	paymentsOfOrder,
	profileColumns,
	quoteColumns,
	refundsOfOrder,
	reviewColumns,
	savedListColumns,
	sessionColumns,
	uploadColumns,
} from "./own-data-columns.ts";

/** Limits memory use: all rows of a query are in memory at once. */
const rowsPerRead = 500;

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

/** Paging by rowid needs no sort, because every SQLite index orders equal keys by rowid. */
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

/** Reads the account's messages, and those sent without signing in from its verified email. Deleting the account deletes both. */
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
					eq(users.id, userId),
					isNotNull(users.emailVerifiedAt),
					isNull(messages.userId),
					last && olderThan(messages, last),
				),
			)
			.orderBy(...newestFirst(messages))
			.limit(rowsPerRead);
		yield* rows;
		last = rows.length === rowsPerRead ? rows.at(-1) : undefined;
	} while (last);
}

/** Reads the subscription only if the email is verified, because it may otherwise be another person's. */
async function* readSubscription({ db }: ShopContext, userId: string): Rows {
	const { email, confirmedAt } = subscribers;
	yield* await db
		.select({ email, confirmedAt })
		.from(subscribers)
		.innerJoin(users, eq(users.email, email))
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
}

/** An account has at most a hundred stock alerts, plus one that starts once its email is verified. */
async function* readStockAlerts({ db }: ShopContext, userId: string): Rows {
	const { productId, createdAt } = stockAlerts;
	yield* await db
		.select({ productId, createdAt })
		.from(stockAlerts)
		.where(eq(stockAlerts.userId, userId));
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

/**
 * Streams JSON, with prices in cents.
 * @param cookies - the `Cookie` header
 * @throws ShopError 401, 429
 */
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
		stockWaits: readStockAlerts(shop, userId),
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
