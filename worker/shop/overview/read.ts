import {
	and,
	between,
	count,
	desc,
	eq,
	gt,
	gte,
	inArray,
	isNotNull,
	isNull,
	sql,
} from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { retryBatch } from "#worker/db/retry.ts";
import {
	dailySales,
	disputes,
	messages,
	orders,
	payments,
	productSales,
	products,
	quotes,
	reviews,
} from "#worker/db/schema.ts";
import { hasStockLevel, scarcestFirst } from "../catalogue/product-table.ts";
import type { ShopContext } from "../context.ts";
import { newestFirst } from "../list-queries.ts";
import { matchesOpenCancellationRequest } from "../orders/cancellation.ts";
import { refundedCents } from "../payments/order-amounts.ts";
import { hasStatus } from "../payments/payment-rows.ts";
import { lostDisputeStatuses } from "../payments/stripe-statuses.ts";
import {
	createChartPoints,
	getDayStart,
	getPeriods,
	type Span,
	sumSales,
	toDayNumber,
} from "./sales.ts";

const listSize = 5;

function selectLowStock(db: Database) {
	const { id, name, quantity, minimum } = products;
	return db
		.select({ id, name, quantity, minimum })
		.from(products)
		.where(and(isNull(products.deletedAt), hasStockLevel("low", { sort: "scarcest" })))
		.orderBy(...scarcestFirst)
		.limit(listSize);
}

/** Matches payments for orders that were lost in a dispute. */
const isLost = and(
	eq(payments.hold, "dispute_lost"),
	// Always true, but lets SQLite use the partial index `payments_held`.
	gt(payments.updatedAt, new Date(0)),
	hasStatus("paid"),
	inArray(disputes.status, lostDisputeStatuses),
);

const netCents = sql`(${orders.quantity} * ${orders.toolPriceCents} - ${refundedCents})`;

/** What was lost in disputes of orders of a product, in cents. A dispute is divided among the orders of its payment by what was not refunded of each. */
const lostCents = sql`(select coalesce(sum(round(${disputes.amountCents} * ${netCents} * 1.0 / (${payments.receivedCents} - ${payments.refundedCents}))), 0)
	from ${payments} join ${disputes} on ${eq(disputes.paymentId, payments.id)} join ${orders} on ${eq(orders.transactionId, payments.id)}
	where ${and(isLost, eq(orders.productId, productSales.productId))})`;

function selectBestSellers(db: Database) {
	const { pieces, productId: id } = productSales;
	const revenueCents = sql<number>`${productSales.revenueCents} - ${lostCents}`.as("revenue");
	return db
		.select({ id, name: products.name, deletedAt: products.deletedAt, pieces, revenueCents })
		.from(productSales)
		.innerJoin(products, eq(products.id, id))
		.where(gt(pieces, 0))
		.orderBy(desc(pieces), desc(id))
		.limit(listSize);
}

/** Selects what was lost in disputes of paid orders. The disputes are of recent days, but the payments may be older. */
const selectLosses = (db: Database, from: Date) =>
	db
		.select({ at: disputes.createdAt, cents: disputes.amountCents })
		.from(payments)
		.innerJoin(disputes, eq(disputes.paymentId, payments.id))
		.where(and(isLost, gte(disputes.createdAt, from)));

function selectReviews(db: Database) {
	const { id, name, ratings, review, createdAt, hiddenAt } = reviews;
	return db
		.select({ id, name, ratings, review, createdAt, hiddenAt })
		.from(reviews)
		.orderBy(...newestFirst(reviews))
		.limit(listSize);
}

/** @throws ShopError 401, 403 */
export async function getOverview(shop: ShopContext, span: Span, now: Date) {
	requireCapability(shop, "overview:read");
	const { db } = shop;
	const { current, previous } = getPeriods(span, now);
	const [
		soldDays,
		losses,
		states,
		problems,
		[cancellations],
		[newQuotes],
		[newMessages],
		lowStock,
		bestSellers,
		latestReviews,
	] = await retryBatch(db, [
		db
			.select()
			.from(dailySales)
			.where(between(dailySales.day, previous.from, current.to))
			.limit(current.to - previous.from + 1),
		selectLosses(db, getDayStart(previous.from)),
		db.select({ state: orders.state, orderCount: count() }).from(orders).groupBy(orders.state),
		db
			.select({ id: payments.id })
			.from(payments)
			.where(and(isNotNull(payments.problem), isNull(payments.refundId)))
			.orderBy(desc(payments.updatedAt))
			.limit(2),
		db.select({ requestCount: count() }).from(orders).where(matchesOpenCancellationRequest()),
		db.select({ quoteCount: count() }).from(quotes).where(eq(quotes.state, "new")),
		db
			.select({ messageCount: count() })
			.from(messages)
			.where(and(isNull(messages.answeredAt), gt(messages.createdAt, new Date(0)))),
		selectLowStock(db),
		selectBestSellers(db),
		selectReviews(db),
	]);
	const days = soldDays.concat(
		losses.map(({ at, cents }) => ({
			day: toDayNumber(at),
			orders: 0,
			pieces: 0,
			revenueCents: -cents,
		})),
	);
	return {
		points: createChartPoints(days, span, current),
		sales: sumSales(days, current),
		previousSales: sumSales(days, previous),
		orderCountByState: new Map(states.map(({ state, orderCount }) => [state, orderCount])),
		lowStockProducts: lowStock,
		bestSellers,
		latestReviews,
		/** 2 means two or more, because the page only distinguishes one from several. */
		paymentProblems: problems.length,
		/** The number of orders with an open cancellation request. */
		cancellationRequests: cancellations?.requestCount ?? 0,
		newQuoteCount: newQuotes?.quoteCount ?? 0,
		newMessageCount: newMessages?.messageCount ?? 0,
	};
}
