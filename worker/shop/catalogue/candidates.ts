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
import { anyCase } from "../listing.ts";
import type { Matches } from "./search-text.ts";

/** Columns of the full-text index in their order: the name weighs most, the category is no reason to come first. */
const weights = sql.raw("10.0, 1.0, 0.0");

type Id = typeof products.id | typeof productNumbers.productId | typeof productSales.productId;

/** Every source gives the same two columns. */
const columns = (id: Id, score: SQLWrapper = sql`0`) => ({
	candidate: sql<string>`${id}`.as("candidate"),
	score: sql<number>`${score}`.as("score"),
});

/** What is asked of a tool besides words, and may be bought where only that is asked for. */
export const isWanted = ({ category, min, max }: ToolsQuery): SQL | undefined =>
	and(
		isNull(products.deletedAt),
		category === null ? undefined : eq(products.category, category),
		min === null ? undefined : gte(products.priceCents, min),
		max === null ? undefined : lte(products.priceCents, max),
	);

export const isPriced = ({ min, max }: ToolsQuery) => min !== null || max !== null;

/** The order of an index that the filters allow, nearest to the one that is asked for. */
function walkOf(query: ToolsQuery): SQL[] {
	const { priceCents, createdAt, id, name } = products;
	if (query.sort === "price-down") return [priceCents, createdAt, id].map(desc);
	if (query.sort === "price-up" || isPriced(query)) return [priceCents, createdAt, id].map(asc);
	if (query.sort === "name" && query.category === null) {
		return [asc(anyCase(name)), desc(createdAt), desc(id)];
	}
	return [createdAt, id].map(asc);
}

const walk = (db: Database, query: ToolsQuery, most: number) =>
	db
		.select(columns(products.id))
		.from(products)
		.where(isWanted(query))
		.orderBy(...walkOf(query))
		.limit(most);

/** Newest first, so that the bound cuts the oldest: the index has that order, and nothing is sorted. */
const newestMatches = (db: Database, match: string) =>
	db
		.select({
			found: sql<number>`rowid`.as("found_number"),
			badness: sql<number>`bm25(product_search, ${weights})`.as("badness"),
		})
		.from(sql`product_search`)
		.where(sql`product_search match ${match}`)
		.orderBy(sql`rowid desc`)
		.limit(toolsMax);

/**
 * Tools that match, each with how badly: the least is the best (https://sqlite.org/fts5.html §5.1.1). Those whose names
 * match come before the bound, so that a tool is found by its name however many texts mention it.
 */
export function matching(db: Database, { names, texts }: Matches) {
	const named = newestMatches(db, names).as("named");
	const told = newestMatches(db, texts).as("told");
	const found = db
		.select()
		.from(named)
		.unionAll(db.select().from(told))
		.limit(toolsMax)
		.as("found");
	return db
		.select(columns(productNumbers.productId, found.badness))
		.from(found)
		.crossJoin(productNumbers)
		.where(eq(productNumbers.number, found.found))
		.as("candidates");
}

/** The tools at the beginning of an index, as many as are wanted. */
export const walking = (db: Database, query: ToolsQuery, most: number) =>
	walk(db, query, most).as("candidates");

/** The best sellers of the shop, and after them tools as they are wanted, sold or not: none of them twice. */
export function selling(db: Database, query: ToolsQuery) {
	const sold = db
		.select(columns(productSales.productId))
		.from(productSales)
		.orderBy(desc(productSales.pieces), desc(productSales.productId))
		.limit(toolsMax)
		.as("sold");
	const walked = walk(db, query, toolsMax).as("walked");
	const isSold = inArray(walked.candidate, db.select({ id: sold.candidate }).from(sold));
	const others = db.select().from(walked).where(not(isSold));
	return db.select().from(sold).unionAll(others).as("candidates");
}

export type Candidates = ReturnType<typeof walking>;
