import { asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { CategorySlug } from "#contract/categories.ts";
import { suggestionsMax, toolResultsMax, toolsPageSize } from "#contract/limits.ts";
import {
	hasOtherFilters,
	noFilters,
	readToolsQuery,
	type ToolSort,
	type ToolsQuery,
} from "#contract/schemas/tools-query.ts";
import { productSales, products } from "#worker/db/schema.ts";
import { type ShopContext, skipCacheIfPastEnd } from "../context.ts";
import { noCase, oldestFirst } from "../list-queries.ts";
import {
	type Candidates,
	selectIndexCandidates,
	selectSalesCandidates,
	selectSearchCandidates,
} from "./candidates.ts";
import { type Product, summaryColumns } from "./read.ts";
import { createMatchQueries, createVocabulary, getPartKey } from "./search-text.ts";
import { matchesFilters } from "./tool-conditions.ts";

/** An empty category has no count. */
export type CategoryCounts = Partial<Record<CategorySlug, number>> & { all: number };

async function countCategories({ db }: ShopContext): Promise<CategoryCounts> {
	const { category, deletedAt } = products;
	const rows = await db
		.select({ category, toolCount: count() })
		.from(products)
		.where(isNull(deletedAt))
		.groupBy(category);
	const counts: CategoryCounts = { all: 0 };
	for (const { category, toolCount } of rows) {
		counts[category] = toolCount;
		counts.all += toolCount;
	}
	return counts;
}

/** Whether the category counts give the total, so that reading one page is enough. */
const hasKnownTotal = (query: ToolsQuery) => !query.q && !hasOtherFilters(query);

/** Whether an index has this order, so that the products after the page need not be read. */
const isIndexed = ({ sort, category }: ToolsQuery) =>
	sort !== "best" && !(sort === "name" && category !== null);

const piecesSold = sql`coalesce((select ${productSales.pieces} from ${productSales}
	where ${productSales.productId} = ${products.id}), 0)`;

function getOrder({ sort }: ToolsQuery, { score }: Candidates): SQL[] {
	const { createdAt, id, priceCents, name } = products;
	const featuredOrder = [asc(createdAt), asc(id)];
	const primaryOrder: Record<ToolSort, SQL[]> = {
		relevance: [asc(score)],
		featured: [],
		best: [desc(piecesSold)],
		"price-up": [asc(priceCents)],
		"price-down": [desc(priceCents), desc(createdAt), desc(id)],
		name: [asc(noCase(name)), desc(createdAt), desc(id)],
	};
	return [...primaryOrder[sort], ...featuredOrder];
}

/** Reads a page of the candidates that match the filters. `matchCount` counts these candidates, and `scannedCount` all candidates. */
async function scanPage(
	{ db }: ShopContext,
	query: ToolsQuery,
	candidates: Candidates,
	size = toolsPageSize,
) {
	const isMatch = sql<number>`(${matchesFilters(query)})`;
	const rows = await db
		.select({
			product: summaryColumns,
			isMatch: isMatch.as("is_match"),
			matchCount: sql<number>`sum(${isMatch}) over ()`.as("match_count"),
			scannedCount: sql<number>`count(*) over ()`.as("scanned_count"),
		})
		.from(candidates)
		.crossJoin(products)
		.where(eq(products.id, candidates.candidate))
		.orderBy(sql`"is_match" desc`, ...getOrder(query, candidates))
		.limit(size)
		.offset(query.page * size);
	const [first] = rows;
	return {
		products: rows.filter((row) => row.isMatch).map(({ product }) => product),
		matchCount: first?.matchCount ?? 0,
		scannedCount: first?.scannedCount ?? 0,
	};
}

/** Reads the names of the oldest `toolResultsMax` products, whose words are used to correct misspelled searches. */
export const selectNames = ({ db }: ShopContext) =>
	db
		.select({ name: products.name })
		.from(products)
		.where(isNull(products.deletedAt))
		.orderBy(...oldestFirst(products))
		.limit(toolResultsMax);

const readVocabulary = async (shop: ShopContext): Promise<ReadonlySet<string>> =>
	createVocabulary((await selectNames(shop)).map(({ name }) => name));

/** If no product matches every word, finds those that match similar words, and `isApproximate` is true. */
async function search(shop: ShopContext, query: ToolsQuery, size = toolsPageSize) {
	let scannedCount = 0;
	let previousNames: string | undefined;
	for (const isApproximate of [false, true]) {
		const vocabulary = isApproximate ? await readVocabulary(shop) : null;
		const matches = createMatchQueries(query.q, query.category, vocabulary);
		if (matches === null || matches.nameOnly === previousNames) break;
		previousNames = matches.nameOnly;
		const candidates = selectSearchCandidates(shop.db, matches, getPartKey(query.q));
		const page = await scanPage(shop, query, candidates, size);
		if (page.products.length > 0) return { ...page, isApproximate };
		const isPastLastPage =
			query.page > 0 && (await scanPage(shop, { ...query, page: 0 }, candidates, 1)).matchCount > 0;
		if (isPastLastPage) return { ...page, isApproximate };
		scannedCount = Math.max(scannedCount, page.scannedCount);
	}
	return { products: [], matchCount: 0, scannedCount, isApproximate: false };
}

async function browse(shop: ShopContext, query: ToolsQuery) {
	const limit =
		hasKnownTotal(query) && isIndexed(query) ? (query.page + 1) * toolsPageSize : toolResultsMax;
	const sortsBySales = query.sort === "best";
	const candidates = sortsBySales
		? selectSalesCandidates(shop.db, query)
		: selectIndexCandidates(shop.db, query, limit);
	const page = await scanPage(shop, query, candidates);
	// Best sellers come from two scans, each with a limit, so `scannedCount` does not tell whether the limit was reached.
	return {
		...page,
		scannedCount: sortsBySales ? page.matchCount : page.scannedCount,
		isApproximate: false,
	};
}

async function hasUnfilteredMatches(shop: ShopContext, query: ToolsQuery): Promise<boolean> {
	const isFiltered = query.category !== null || hasOtherFilters(query);
	if (!query.q || !isFiltered || query.page > 0) return false;
	return (await search(shop, { ...query, ...noFilters }, 1)).matchCount > 0;
}

/**
 * Scans at most `toolResultsMax` products. If `isCapped`, more may match. If `isFilteredOut`, the search has matches, but the filters
 * exclude all of them.
 */
export async function findTools(shop: ShopContext, query: ToolsQuery) {
	const [page, counts] = await Promise.all([
		query.q ? search(shop, query) : browse(shop, query),
		countCategories(shop),
	]);
	skipCacheIfPastEnd(shop, query.page, page.products);
	const knownTotal = hasKnownTotal(query) ? (counts[query.category ?? "all"] ?? 0) : null;
	return {
		products: page.products,
		total: Math.min(knownTotal ?? page.matchCount, toolResultsMax),
		isCapped:
			knownTotal === null ? page.scannedCount >= toolResultsMax : knownTotal > toolResultsMax,
		isApproximate: page.isApproximate,
		isFilteredOut: page.products.length === 0 && (await hasUnfilteredMatches(shop, query)),
		counts,
	};
}

export async function suggestTools(shop: ShopContext, q: string): Promise<Product[]> {
	const query = readToolsQuery(new URLSearchParams({ q }));
	return (await search(shop, query, suggestionsMax)).products;
}
