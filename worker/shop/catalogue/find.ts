import { and, asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { toolsMax, toolsSize } from "#contract/limits.ts";
import type { ToolsQuery } from "#contract/schemas/finding.ts";
import { productSales, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { anyCase } from "../listing.ts";
import { type Candidates, isPriced, isWanted, matching, selling, walking } from "./candidates.ts";
import { type CategoryCounts, countCategories } from "./categories.ts";
import { listedColumns, type Product } from "./read.ts";
import { matchesOf } from "./search-text.ts";

/** A page of the catalogue. */
export type Found = {
	products: Product[];
	/** How many there are on all pages; at most `toolsMax` when something is searched or filtered by price or stock. */
	total: number;
	/** Whether more may match than these: what one search looks at ended before all was looked at. */
	capped: boolean;
	/** Whether these only begin like what was searched: nothing matches all of it. */
	near: boolean;
	/** Whether it is the filters that leave nothing of what was searched. */
	filteredOut: boolean;
	counts: CategoryCounts;
};

/** What the counters count, so that no more has to be read than is shown. */
const isCounted = (query: ToolsQuery) => !query.q && !query.stock && !isPriced(query);

/** Whether an index has the order: no more has to be read than the pages up to this one. */
const isWalked = ({ sort, category }: ToolsQuery) =>
	sort !== "best" && !(sort === "name" && category !== null);

const piecesSold = sql`coalesce((select ${productSales.pieces} from ${productSales}
	where ${productSales.productId} = ${products.id}), 0)`;

function orderOf({ sort }: ToolsQuery, { score }: Candidates): SQL[] {
	const { createdAt, id, priceCents, name } = products;
	const featured = [asc(createdAt), asc(id)];
	const first: Record<ToolsQuery["sort"], SQL[]> = {
		relevance: [asc(score)],
		featured: [],
		best: [desc(piecesSold)],
		"price-up": [asc(priceCents)],
		"price-down": [desc(priceCents), desc(createdAt), desc(id)],
		name: [asc(anyCase(name)), desc(createdAt), desc(id)],
	};
	return [...first[sort], ...featured];
}

/** Some of the candidates, and what all of them are. */
type Looked = {
	products: Product[];
	/** Candidates that are wanted. */
	found: number;
	/** All candidates. */
	looked: number;
};

/**
 * Filters, sorts and counts the candidates, and cuts out one page. What is not wanted comes last, as it is counted too.
 * @param size tools a page
 */
async function readPage(
	{ db }: Shop,
	query: ToolsQuery,
	candidates: Candidates,
	size = toolsSize,
): Promise<Looked> {
	const isInStock = query.stock ? gte(products.quantity, products.minimum) : undefined;
	const wanted = sql<number>`(${and(isWanted(query), isInStock)})`;
	const rows = await db
		.select({
			...listedColumns,
			wanted: wanted.as("wanted"),
			found: sql<number>`sum(${wanted}) over ()`.as("found"),
			looked: sql<number>`count(*) over ()`.as("looked"),
		})
		.from(candidates)
		.crossJoin(products)
		.where(eq(products.id, candidates.candidate))
		.orderBy(sql`"wanted" desc`, ...orderOf(query, candidates))
		.limit(size)
		.offset(query.page * size);
	return {
		products: rows.flatMap(({ wanted: isShown, found: _, looked: __, ...product }) =>
			isShown ? product : [],
		),
		found: rows[0]?.found ?? 0,
		looked: rows[0]?.looked ?? 0,
	};
}

function candidatesOf({ db }: Shop, query: ToolsQuery): Candidates {
	if (query.sort === "best") return selling(db, query);
	const enough = isCounted(query) && isWalked(query) ? (query.page + 1) * toolsSize : toolsMax;
	return walking(db, query, enough);
}

/** Every word first; when nothing has them all, their beginnings: then they are only near. */
export async function search(
	shop: Shop,
	query: ToolsQuery,
	size = toolsSize,
): Promise<Looked & { near: boolean }> {
	let most = 0;
	for (const near of [false, true]) {
		const matches = matchesOf(query.q, query.category, near);
		if (matches === null) break;
		const candidates = matching(shop.db, matches);
		const page = await readPage(shop, query, candidates, size);
		if (page.products.length > 0) return { ...page, near };
		const isPastTheEnd =
			query.page > 0 && (await readPage(shop, { ...query, page: 0 }, candidates, 1)).found > 0;
		if (isPastTheEnd) return { ...page, near };
		most = Math.max(most, page.looked);
	}
	return { products: [], found: 0, looked: most, near: false };
}

const browse = async (shop: Shop, query: ToolsQuery) => ({
	...(await readPage(shop, query, candidatesOf(shop, query))),
	near: false,
});

const noFilters = { category: null, min: null, max: null, stock: false, page: 0 } as const;

/** Asked of a search that found nothing: whether it finds something in the whole shop. */
async function isFilteredOut(shop: Shop, query: ToolsQuery): Promise<boolean> {
	const isFiltered = query.category !== null || query.stock || isPriced(query);
	if (!query.q || !isFiltered || query.page > 0) return false;
	return (await search(shop, { ...query, ...noFilters }, 1)).found > 0;
}

/** Best sellers are looked at beside the others: only of what is found can be said that there may be more. */
const isCut = (query: ToolsQuery, { found, looked }: Looked) =>
	(query.q || query.sort !== "best" ? looked : found) >= toolsMax;

/** @returns the tools that are asked for, a page of at most 24; it reads at most so much, however large the shop is */
export async function findTools(shop: Shop, query: ToolsQuery): Promise<Found> {
	const [page, counts] = await Promise.all([
		query.q ? search(shop, query) : browse(shop, query),
		countCategories(shop),
	]);
	if (query.page > 0 && page.products.length === 0) shop.edge.mayKeep = false;
	const total = isCounted(query) ? counts[query.category ?? "all"] : page.found;
	return {
		products: page.products,
		total: Math.min(total, toolsMax),
		capped: isCounted(query) ? total > toolsMax : isCut(query, page),
		near: page.near,
		filteredOut: page.products.length === 0 && (await isFilteredOut(shop, query)),
		counts,
	};
}
