import {
	and,
	asc,
	desc,
	eq,
	gte,
	inArray,
	isNull,
	lte,
	not,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { toolsMax } from "#contract/limits.ts";
import type { ToolsQuery } from "#contract/schemas/finding.ts";
import type { Database } from "#worker/db/client.ts";
import { productNumbers, productSales, products } from "#worker/db/schema.ts";
import { noCase } from "../listing.ts";
import type { Matches } from "./search-text.ts";

/** Columns of the full-text index in their order: the name weighs most, the category is no reason to come first. */
const weights = sql.raw("10.0, 1.0, 0.0");

const columns = (id: SQLWrapper, score: SQLWrapper = sql`0`) => ({
	candidate: sql<string>`${id}`.as("candidate"),
	score: sql<number>`${score}`.as("score"),
});

/** But for the stock. */
export const matchesFilters = ({ category, min, max }: ToolsQuery): SQL | undefined =>
	and(
		isNull(products.deletedAt),
		category === null ? undefined : eq(products.category, category),
		min === null ? undefined : gte(products.priceCents, min),
		max === null ? undefined : lte(products.priceCents, max),
	);

export const hasPriceFilter = ({ min, max }: ToolsQuery) => min !== null || max !== null;

/** The order of an index that the filters allow, nearest to the one that is asked for. */
function indexOrder(query: ToolsQuery): SQL[] {
	const { priceCents, createdAt, id, name } = products;
	if (query.sort === "price-down") return [priceCents, createdAt, id].map(desc);
	if (query.sort === "price-up" || hasPriceFilter(query))
		return [priceCents, createdAt, id].map(asc);
	if (query.sort === "name" && query.category === null) {
		return [asc(noCase(name)), desc(createdAt), desc(id)];
	}
	return [createdAt, id].map(asc);
}

const selectInIndexOrder = (db: Database, query: ToolsQuery, limit: number) =>
	db
		.select(columns(products.id))
		.from(products)
		.where(matchesFilters(query))
		.orderBy(...indexOrder(query))
		.limit(limit);

/** Newest first, so that the limit cuts the oldest: the index has that order, and nothing is sorted. */
const newestMatches = (db: Database, match: string) =>
	db
		.select({
			number: sql<number>`rowid`.as("found_number"),
			rank: sql<number>`bm25(product_search, ${weights})`.as("rank"),
		})
		.from(sql`product_search`)
		.where(sql`product_search match ${match}`)
		.orderBy(sql`rowid desc`)
		.limit(toolsMax);

/**
 * Tools that match, ranked by bm25: lower is better (https://sqlite.org/fts5.html §5.1.1). Those whose names match come
 * before the limit, so that a tool is found by its name however many texts mention it.
 */
export function fromSearch(db: Database, { names, texts }: Matches) {
	const nameMatches = newestMatches(db, names).as("name_matches");
	const textMatches = newestMatches(db, texts).as("text_matches");
	const found = db
		.select()
		.from(nameMatches)
		.unionAll(db.select().from(textMatches))
		.limit(toolsMax)
		.as("found");
	return db
		.select(columns(productNumbers.productId, found.rank))
		.from(found)
		.crossJoin(productNumbers)
		.where(eq(productNumbers.number, found.number))
		.as("candidates");
}

export const fromIndex = (db: Database, query: ToolsQuery, limit: number) =>
	selectInIndexOrder(db, query, limit).as("candidates");

/** The best sellers of the shop, then tools that the filters let through, sold or not: none of them twice. */
export function fromSales(db: Database, query: ToolsQuery) {
	const sold = db
		.select(columns(productSales.productId))
		.from(productSales)
		.orderBy(desc(productSales.pieces), desc(productSales.productId))
		.limit(toolsMax)
		.as("sold");
	const listed = selectInIndexOrder(db, query, toolsMax).as("listed");
	const isSold = inArray(listed.candidate, db.select({ id: sold.candidate }).from(sold));
	const others = db.select().from(listed).where(not(isSold));
	return db.select().from(sold).unionAll(others).as("candidates");
}

export type Candidates = ReturnType<typeof fromIndex>;
