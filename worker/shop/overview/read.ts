import { and, asc, between, desc, eq, isNotNull, isNull, like, lt, sql } from "drizzle-orm";
import { type OrderState, orderStateNames } from "#contract/order-states.ts";
import { manyPieces } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import {
	counters,
	dailySales,
	payments,
	productSales,
	products,
	reviews,
} from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { newestFirst } from "../listing.ts";
import { type Period, periodsOf, type Span } from "./periods.ts";
import { pointsOf, sumOf } from "./sales.ts";

/** Rows of each list. */
const most = 5;

const selectSales = (db: Database, { from, to }: Period) =>
	db
		.select()
		.from(dailySales)
		.where(between(dailySales.day, from, to))
		.orderBy(asc(dailySales.day))
		.limit(to - from + 1);

const counterStart = "orders:";

const selectStates = (db: Database) =>
	db
		.select()
		.from(counters)
		.where(like(counters.name, `${counterStart}%`));

/** Fewer than two minimum orders are left (app/features/catalogue/price-and-stock.tsx): the scarcest first. */
function selectScarce(db: Database) {
	const orders = sql`${products.quantity} / ${products.minimum}`;
	const { id, name, quantity, minimum } = products;
	return db
		.select({ id, name, quantity, minimum })
		.from(products)
		.where(and(isNull(products.deletedAt), lt(orders, 2), lt(quantity, manyPieces)))
		.orderBy(asc(orders), asc(id))
		.limit(most);
}

function selectBest(db: Database) {
	const { pieces, revenueCents, productId: id } = productSales;
	return db
		.select({ id, name: products.name, deletedAt: products.deletedAt, pieces, revenueCents })
		.from(productSales)
		.innerJoin(products, eq(products.id, id))
		.orderBy(desc(pieces), desc(id))
		.limit(most);
}

function selectReviews(db: Database) {
	const { id, name, ratings, review, createdAt } = reviews;
	return db
		.select({ id, name, ratings, review, createdAt })
		.from(reviews)
		.orderBy(...newestFirst(reviews))
		.limit(most);
}

const selectProblem = (db: Database) =>
	db
		.select({ id: payments.id })
		.from(payments)
		.where(and(isNotNull(payments.problem), isNull(payments.refundId)))
		.orderBy(desc(payments.updatedAt))
		.limit(1);

const readStates = (rows: { name: string; value: number }[]): Record<OrderState, number> => {
	const counts = new Map(rows.map(({ name, value }) => [name, value]));
	const entries = orderStateNames.map((state) => [state, counts.get(counterStart + state) ?? 0]);
	return Object.fromEntries(entries);
};

/**
 * How the shop does, in one round trip to the database.
 * @param now the sales shown end with its day
 * @throws ShopError 401, 403
 */
export async function getOverview(shop: Shop, span: Span, now: Date) {
	requireCapability(shop, "overview:read");
	const { db } = shop;
	const { shown, before } = periodsOf(span, now);
	const [rows, earlier, states, scarce, bestSellers, latestReviews, problems] = await db.batch([
		selectSales(db, shown),
		selectSales(db, before),
		selectStates(db),
		selectScarce(db),
		selectBest(db),
		selectReviews(db),
		selectProblem(db),
	]);
	return {
		points: pointsOf(rows, span, shown),
		sold: sumOf(rows, shown),
		soldBefore: sumOf(earlier, before),
		states: readStates(states),
		scarce,
		bestSellers,
		latestReviews,
		hasProblem: problems.length > 0,
	};
}

export type Overview = Awaited<ReturnType<typeof getOverview>>;
