import {
	and,
	asc,
	desc,
	eq,
	inArray,
	isNull,
	ne,
	notInArray,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { toolResultsMax } from "#contract/limits.ts";
import type { ToolsQuery } from "#contract/schemas/tools-query.ts";
import type { Database } from "#worker/db/client.ts";
import { productNumbers, productSales, products } from "#worker/db/schema.ts";
import { noCase, startsWith } from "../list-queries.ts";
import {
	type MatchQueries,
	mayLackLeadingLetters,
	minPartKeyLength,
	restoreLeadingZeros,
} from "./search-text.ts";
import { matchesIndexedFilters } from "./tool-conditions.ts";

/** Weights of name, description and category for bm25 (https://sqlite.org/fts5.html §5.1.1). */
const weights = sql.raw("10.0, 1.0, 0.0");

const candidateColumns = (id: SQLWrapper, score: SQLWrapper = sql`0`) => ({
	candidate: sql<string>`${id}`.as("candidate"),
	score: sql<number>`${score}`.as("score"),
});

const hasPriceFilter = ({ min, max }: ToolsQuery) => min !== null || max !== null;

/** Returns the index order that is closest to the requested order. */
function getIndexOrder(query: ToolsQuery) {
	const { priceCents, createdAt, id, name } = products;
	if (query.sort === "price-down") return [priceCents, createdAt, id].map(desc);
	if (query.sort === "price-up" || hasPriceFilter(query))
		return [priceCents, createdAt, id].map(asc);
	if (query.sort === "name" && query.category === null) {
		return [asc(noCase(name)), desc(createdAt), desc(id)];
	}
	return [createdAt, id].map(asc);
}

export const selectIndexCandidates = (db: Database, query: ToolsQuery, limit: number) =>
	db
		.select(candidateColumns(products.id))
		.from(products)
		.where(matchesIndexedFilters(query))
		.orderBy(...getIndexOrder(query))
		.limit(limit)
		.as("candidates");

/** The full-text index is already in this order, so SQLite sorts nothing. */
const selectNewestMatches = (db: Database, match: string) =>
	db
		.select({
			number: sql<number>`rowid`.as("found_number"),
			rank: sql<number>`bm25(product_search, ${weights})`.as("rank"),
		})
		.from(sql`product_search`)
		.where(sql`product_search match ${match}`)
		.orderBy(sql`rowid desc`)
		.limit(toolResultsMax);

/** Scores of part number matches. The lowest score comes first, and bm25's scores are between -100 and 0. */
const exactScore = -2_000;
const digitsScore = -1_500;
const prefixScore = -1_000;

/**
 * Selects products whose part number begins with the key. A key without a digit may be the start of a word, so these products come after
 * name matches.
 */
function selectByPartNumber(db: Database, key: string) {
	const { partKey, id, deletedAt } = products;
	const score = sql`case when ${partKey} = ${key} then ${exactScore} else ${/\d/.test(key) ? prefixScore : 0} end`;
	return db
		.select(candidateColumns(id, score))
		.from(products)
		.where(and(isNull(deletedAt), startsWith(partKey, key)))
		.orderBy(asc(partKey))
		.limit(toolResultsMax);
}

/**
 * Selects products whose part number, without its leading letters, begins with the key. Exact matches come first. Prefix matches come
 * after name matches, because the key may be a measurement. Excludes part numbers that begin with a digit, because `selectByPartNumber`
 * finds them.
 */
function selectByPartDigits(db: Database, key: string) {
	const { partDigits, partKey, id, deletedAt } = products;
	const score = sql`case when ${partDigits} = ${key} then ${digitsScore} else 0 end`;
	return db
		.select(candidateColumns(id, score))
		.from(products)
		.where(and(isNull(deletedAt), startsWith(partDigits, key), ne(partDigits, partKey)))
		.orderBy(asc(partDigits))
		.limit(toolResultsMax);
}

/** Selects products whose part number is the key with zeros at its start. */
function selectByLostZeros(db: Database, key: string) {
	const { partKey, id, deletedAt } = products;
	return db
		.select(candidateColumns(id, sql`${digitsScore}`))
		.from(products)
		.where(and(isNull(deletedAt), inArray(partKey, restoreLeadingZeros(key))));
}

/** Matches in names come before matches in descriptions, so that the limit drops the latter. */
export function selectSearchCandidates(
	db: Database,
	{ nameOnly, withDescription }: MatchQueries,
	partKey: string,
) {
	const nameMatches = selectNewestMatches(db, nameOnly).as("name_matches");
	const descriptionMatches = selectNewestMatches(db, withDescription).as("text_matches");
	const matches = db
		.select()
		.from(nameMatches)
		.unionAll(db.select().from(descriptionMatches))
		.limit(toolResultsMax)
		.as("found");
	const selectMatches = (condition?: SQL) =>
		db
			.select(candidateColumns(productNumbers.productId, matches.rank))
			.from(matches)
			.crossJoin(productNumbers)
			.where(and(eq(productNumbers.number, matches.number), condition));
	if (partKey.length < minPartKeyLength) return selectMatches().as("candidates");
	const byKey = db
		.select()
		.from(selectByPartNumber(db, partKey).as("by_key"))
		.unionAll(db.select().from(selectByLostZeros(db, partKey).as("by_zeros")));
	const partNumberMatches = (
		mayLackLeadingLetters(partKey)
			? byKey.unionAll(db.select().from(selectByPartDigits(db, partKey).as("by_digits")))
			: byKey
	).as("numbered");
	const idsByPartNumber = db.select({ id: partNumberMatches.candidate }).from(partNumberMatches);
	const otherMatches = selectMatches(notInArray(productNumbers.productId, idsByPartNumber));
	return db.select().from(partNumberMatches).unionAll(otherMatches).as("candidates");
}

export function selectSalesCandidates(db: Database, query: ToolsQuery) {
	const soldProducts = db
		.select(candidateColumns(productSales.productId))
		.from(productSales)
		.orderBy(desc(productSales.pieces), desc(productSales.productId))
		.limit(toolResultsMax)
		.as("sold");
	const indexCandidates = selectIndexCandidates(db, query, toolResultsMax);
	const isNotSold = notInArray(
		indexCandidates.candidate,
		db.select({ id: soldProducts.candidate }).from(soldProducts),
	);
	const unsoldProducts = db.select().from(indexCandidates).where(isNotSold);
	return db.select().from(soldProducts).unionAll(unsoldProducts).as("candidates");
}

export type Candidates = ReturnType<typeof selectIndexCandidates>;
