import { and, asc, eq, gt, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { tablePageSize } from "#contract/limits.ts";
import type { QuoteState } from "#contract/quote-states.ts";
import { can } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireAccount, requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { orders, products, quoteLines, quotes, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	newestFirst,
	olderThan,
	readList,
	readPage,
	startsWith,
	type TableView,
	withoutIndex,
} from "../list-queries.ts";
import { isRefundMissing, isRefundPending } from "../payments/order-amounts.ts";
import { isPaymentInProgress } from "../payments/payment-rows.ts";

const quoteColumns = {
	id: quotes.id,
	userId: quotes.userId,
	tools: quotes.tools,
	message: quotes.message,
	company: quotes.company,
	phone: quotes.phone,
	neededBy: quotes.neededBy,
	createdAt: quotes.createdAt,
	revision: quotes.revision,
	note: quotes.note,
	answeredAt: quotes.answeredAt,
	expiresAt: quotes.expiresAt,
	acceptedAt: quotes.acceptedAt,
	checkoutId: quotes.checkoutId,
	state: quotes.state,
};

const fromLines = sql`from ${quoteLines} where ${eq(quoteLines.quoteId, quotes.id)}`;
const listColumns = {
	...quoteColumns,
	lineCount: sql<number>`(select count(*) ${fromLines})`.as("line_count"),
	totalCents:
		sql<number>`(select coalesce(sum(${quoteLines.quantity} * ${quoteLines.unitPriceCents}), 0) ${fromLines})`.as(
			"total_cents",
		),
};

type Validity = { state: Exclude<QuoteState, "expired">; expiresAt: Date | null };

/** The state "expired" is not stored, because an answered quote expires without a write. */
export function getQuoteState({ state, expiresAt }: Validity): QuoteState {
	const isExpired = state === "answered" && expiresAt !== null && expiresAt <= new Date();
	return isExpired ? "expired" : state;
}

const withState = <Row extends Validity>(row: Row): Omit<Row, "state"> & { state: QuoteState } => ({
	...row,
	state: getQuoteState(row),
});

function isInState(state: QuoteState | null, column: SQLWrapper = quotes.state): SQL | undefined {
	if (state === null) return undefined;
	const now = new Date();
	if (state === "expired") return and(eq(column, "answered"), lte(quotes.expiresAt, now));
	if (state === "answered") return and(eq(column, state), gt(quotes.expiresAt, now));
	return eq(column, state);
}

/**
 * Reads a page of the account's quotes, newest first.
 * @param page - zero-based
 * @throws ShopError 401; 403 for staff
 */
export async function getOwnQuotesPage(shop: ShopContext, page: number) {
	const { id } = requireCapability(shop, "orders:place");
	const isOwn = eq(quotes.userId, id);
	const query = shop.db
		.select(listColumns)
		.from(quotes)
		.where(isOwn)
		.orderBy(...newestFirst(quotes));
	const { rows, hasMore } = await readPage(query, page);
	const hasOnePage = page === 0 && !hasMore;
	const count = hasOnePage ? rows.length : await shop.db.$count(quotes, isOwn);
	const pageCount = Math.max(1, Math.ceil(count / tablePageSize));
	return { rows: rows.map(withState), hasMore, pageCount };
}

export type QuoteRow = Awaited<ReturnType<typeof getOwnQuotesPage>>["rows"][number];
export type QuoteSummary = Pick<
	QuoteRow,
	"id" | "state" | "createdAt" | "revision" | "expiresAt" | "totalCents"
>;

/**
 * Lists at most 500 quotes, newest first.
 * @param after - the last quote of the previous list
 * @throws ShopError 401, 403
 */
export async function listQuotes(shop: ShopContext, after?: Cursor) {
	requireCapability(shop, "quotes:answer");
	const query = shop.db
		.select(listColumns)
		.from(quotes)
		.where(after && olderThan(quotes, after))
		.orderBy(...newestFirst(quotes));
	const { list, next } = await readList(query);
	return { list: list.map(withState), next };
}

/**
 * Lists at most 500 of the account's quotes, newest first.
 * @throws ShopError 401; 403 for staff
 */
export async function listOwnQuotes(shop: ShopContext): Promise<QuoteRow[]> {
	const { id } = requireCapability(shop, "orders:place");
	const { list } = await readList(
		shop.db
			.select(listColumns)
			.from(quotes)
			.where(eq(quotes.userId, id))
			.orderBy(...newestFirst(quotes)),
	);
	return list.map(withState);
}

/**
 * Reads a page of all quotes: newest first, or by the customer's email if there is a search.
 * @param search - the beginning of the email; "" for all customers
 * @throws ShopError 401, 403
 */
export async function getQuotesPage(
	shop: ShopContext,
	{ page, search, state }: TableView & { state: QuoteState | null },
) {
	requireCapability(shop, "quotes:answer");
	const matchesEmail = search ? startsWith(users.email, search.toLowerCase()) : undefined;
	const query = shop.db
		.select({ ...listColumns, name: users.name, email: users.email })
		.from(quotes)
		.innerJoin(users, eq(users.id, quotes.userId))
		.where(and(matchesEmail, isInState(state, search ? withoutIndex(quotes.state) : quotes.state)))
		.orderBy(...(search ? [asc(users.email)] : []), ...newestFirst(quotes));
	const { rows, hasMore } = await readPage(query, page);
	return { rows: rows.map(withState), hasMore };
}

const lineColumns = {
	productId: quoteLines.productId,
	// Aliased, because D1 confuses columns with the same name in a batch.
	pieces: sql<number>`${quoteLines.quantity}`.as("pieces"),
	unitPriceCents: quoteLines.unitPriceCents,
	name: products.name,
	partNumber: products.partNumber,
	img: products.img,
	isPublished: sql`${products.deletedAt} is null`.mapWith(Boolean).as("is_published"),
	priceCents: products.priceCents,
	priceBreaks: products.priceBreaks,
	minimum: products.minimum,
	orderMultiple: products.orderMultiple,
	stock: sql<number>`${products.quantity}`.as("stock"),
};

/** @throws ShopError 404 */
async function findQuote({ db }: ShopContext, id: string) {
	const [[quote], lines, placedOrders] = await retryBatch(db, [
		db
			.select({
				...quoteColumns,
				name: users.name,
				email: users.email,
				isVerified: sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean).as("verified"),
			})
			.from(quotes)
			.innerJoin(users, eq(users.id, quotes.userId))
			.where(eq(quotes.id, id)),
		db
			.select(lineColumns)
			.from(quoteLines)
			.innerJoin(products, eq(products.id, quoteLines.productId))
			.where(eq(quoteLines.quoteId, id))
			.orderBy(asc(quoteLines.position)),
		db
			.select({
				id: orders.id,
				productId: orders.productId,
				state: orders.state,
				isPaymentInProgress: isPaymentInProgress({ db })
					.mapWith(Boolean)
					.as("is_payment_in_progress"),
				isRefundPending,
				isRefundMissing,
			})
			.from(orders)
			.innerJoin(quotes, eq(quotes.checkoutId, orders.checkoutId))
			.where(eq(quotes.id, id))
			.orderBy(asc(sql`${orders}.rowid`)),
	]);
	if (!quote) throw new ShopError("quote_not_found");
	const totalCents = lines.reduce((sum, line) => sum + line.pieces * line.unitPriceCents, 0);
	return { ...withState(quote), lines, totalCents, orders: placedOrders };
}

export type Quote = Awaited<ReturnType<typeof findQuote>>;

/** @throws ShopError 401 or 404; 403 if the account neither owns the quote nor has `quotes:answer` */
export async function requireQuote(shop: ShopContext, id: string): Promise<Quote> {
	const account = requireAccount(shop);
	const quote = await findQuote(shop, id);
	if (quote.userId !== account.id && !can(account, "quotes:answer")) {
		throw new ShopError("forbidden");
	}
	return quote;
}

/** @throws ShopError 401 or 404; 403 for staff and for another account's quote */
export async function requireOwnQuote(shop: ShopContext, id: string): Promise<Quote> {
	const account = requireCapability(shop, "orders:place");
	const quote = await findQuote(shop, id);
	if (quote.userId !== account.id) throw new ShopError("forbidden");
	return quote;
}
