import { and, asc, count, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { CategorySlug } from "#contract/categories.ts";
import { suggestionsMax, toolsMax, toolsSize } from "#contract/limits.ts";
import { readToolsQuery, type ToolSort, type ToolsQuery } from "#contract/schemas/finding.ts";
import { productSales, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { noCase } from "../listing.ts";
import {
	type Candidates,
	fromIndex,
	fromSales,
	fromSearch,
	hasPriceFilter,
	matchesFilters,
} from "./candidates.ts";
import { listedColumns, type Product } from "./read.ts";
import { matchesOf } from "./search-text.ts";

/** How many tools are listed, in all and in each category that has any. */
export type CategoryCounts = Partial<Record<CategorySlug, number>> & { all: number };

async function countCategories({ db }: Shop): Promise<CategoryCounts> {
	const { category, deletedAt } = products;
	const rows = await db
		.select({ category, tools: count() })
		.from(products)
		.where(isNull(deletedAt))
		.groupBy(category);
	const counts: CategoryCounts = { all: 0 };
	for (const { category, tools } of rows) {
		counts[category] = tools;
		counts.all += tools;
	}
	return counts;
}

/** Whether the counts have the total, so that no more has to be read than is shown. */
const isCounted = (query: ToolsQuery) => !query.q && !query.stock && !hasPriceFilter(query);

/** Whether an index has the order: no more has to be read than the pages up to this one. */
const hasIndex = ({ sort, category }: ToolsQuery) =>
	sort !== "best" && !(sort === "name" && category !== null);

const piecesSold = sql`coalesce((select ${productSales.pieces} from ${productSales}
	where ${productSales.productId} = ${products.id}), 0)`;

function orderOf({ sort }: ToolsQuery, { score }: Candidates): SQL[] {
	const { createdAt, id, priceCents, name } = products;
	const featured = [asc(createdAt), asc(id)];
	const first: Record<ToolSort, SQL[]> = {
		relevance: [asc(score)],
		featured: [],
		best: [desc(piecesSold)],
		"price-up": [asc(priceCents)],
		"price-down": [desc(priceCents), desc(createdAt), desc(id)],
		name: [asc(noCase(name)), desc(createdAt), desc(id)],
	};
	return [...first[sort], ...featured];
}

/** One page of the candidates that pass the filters; how many pass, and how many were looked at. */
type Scan = { products: Product[]; passed: number; scanned: number };

/** Candidates that do not pass come last, as they are counted too. */
async function scanPage(
	{ db }: Shop,
	query: ToolsQuery,
	candidates: Candidates,
	size = toolsSize,
): Promise<Scan> {
	const isInStock = query.stock ? gte(products.quantity, products.minimum) : undefined;
	const passes = sql<number>`(${and(matchesFilters(query), isInStock)})`;
	const rows = await db
		.select({
			...listedColumns,
			passes: passes.as("passes"),
			passed: sql<number>`sum(${passes}) over ()`.as("passed"),
			scanned: sql<number>`count(*) over ()`.as("scanned"),
		})
		.from(candidates)
		.crossJoin(products)
		.where(eq(products.id, candidates.candidate))
		.orderBy(sql`"passes" desc`, ...orderOf(query, candidates))
		.limit(size)
		.offset(query.page * size);
	const [first] = rows;
	return {
		products: rows
			.filter((row) => row.passes)
			.map(({ passes: _, passed: __, scanned: ___, ...product }) => product),
		passed: first?.passed ?? 0,
		scanned: first?.scanned ?? 0,
	};
}

/** Every word first; where nothing has them all, their beginnings: then the result is only near. */
async function search(shop: Shop, query: ToolsQuery, size = toolsSize) {
	let scanned = 0;
	for (const near of [false, true]) {
		const matches = matchesOf(query.q, query.category, near);
		if (matches === null) break;
		const candidates = fromSearch(shop.db, matches);
		const page = await scanPage(shop, query, candidates, size);
		if (page.products.length > 0) return { ...page, near };
		const isPastTheEnd =
			query.page > 0 && (await scanPage(shop, { ...query, page: 0 }, candidates, 1)).passed > 0;
		if (isPastTheEnd) return { ...page, near };
		scanned = Math.max(scanned, page.scanned);
	}
	return { products: [], passed: 0, scanned, near: false };
}

async function browse(shop: Shop, query: ToolsQuery) {
	const limit = isCounted(query) && hasIndex(query) ? (query.page + 1) * toolsSize : toolsMax;
	const isBest = query.sort === "best";
	const candidates = isBest ? fromSales(shop.db, query) : fromIndex(shop.db, query, limit);
	const page = await scanPage(shop, query, candidates);
	// Best sellers are scanned beside the listed tools: only what passed tells whether there may be more.
	return { ...page, scanned: isBest ? page.passed : page.scanned, near: false };
}

const noFilters = { category: null, min: null, max: null, stock: false, page: 0 } as const;

async function isFilteredOut(shop: Shop, query: ToolsQuery): Promise<boolean> {
	const isFiltered = query.category !== null || query.stock || hasPriceFilter(query);
	if (!query.q || !isFiltered || query.page > 0) return false;
	return (await search(shop, { ...query, ...noFilters }, 1)).passed > 0;
}

/**
 * Looks at no more than `toolsMax` tools, however many there are.
 * @returns `total`: on all pages; `capped`: more may match than were looked at; `near`: nothing matches all of what was searched, these
 * begin like it; `filteredOut`: only the filters leave nothing of what was searched
 */
export async function findTools(shop: Shop, query: ToolsQuery) {
	const [page, counts] = await Promise.all([
		query.q ? search(shop, query) : browse(shop, query),
		countCategories(shop),
	]);
	if (query.page > 0 && page.products.length === 0) shop.edge.isCacheable = false;
	const counted = isCounted(query) ? (counts[query.category ?? "all"] ?? 0) : null;
	return {
		products: page.products,
		total: Math.min(counted ?? page.passed, toolsMax),
		capped: counted === null ? page.scanned >= toolsMax : counted > toolsMax,
		near: page.near,
		filteredOut: page.products.length === 0 && (await isFilteredOut(shop, query)),
		counts,
	};
}

export async function suggestTools(shop: Shop, q: string): Promise<Product[]> {
	const query = readToolsQuery(new URLSearchParams({ q }));
	return (await search(shop, query, suggestionsMax)).products;
}
