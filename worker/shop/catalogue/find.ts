import { and, asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { toolsMax, toolsSize } from "#contract/limits.ts";
import type { ToolsQuery } from "#contract/schemas/finding.ts";
import { productSales, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { anyCase } from "../listing.ts";
import { type Candidates, isPriced, isWanted, matching, selling, walking } from "./candidates.ts";
import { type CategoryCounts, countCategories } from "./categories.ts";
import { listedColumns, type Product } from "./read.ts";
import { matchOf } from "./search-text.ts";

/** A page of the catalogue. */
export type Found = {
	products: Product[];
	/** How many there are on all pages; at most `toolsMax` when something is searched or filtered by price or stock. */
	total: number;
	/** Whether more match than one search looks at. */
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

/** Filters, sorts and counts the candidates, and cuts out one page. @param size tools a page */
const readPage = ({ db }: Shop, query: ToolsQuery, candidates: Candidates, size = toolsSize) =>
	db
		.select({ ...listedColumns, found: sql<number>`count(*) over ()`.as("found") })
		.from(candidates)
		.crossJoin(products)
		.where(
			and(
				eq(products.id, candidates.candidate),
				isWanted(query),
				query.stock ? gte(products.quantity, products.minimum) : undefined,
			),
		)
		.orderBy(...orderOf(query, candidates))
		.limit(size)
		.offset(query.page * size);

function candidatesOf({ db }: Shop, query: ToolsQuery): Candidates {
	if (query.sort === "best") return selling(db, query);
	const enough = isCounted(query) && isWalked(query) ? (query.page + 1) * toolsSize : toolsMax;
	return walking(db, query, enough);
}

type Rows = Awaited<ReturnType<typeof readPage>>;

/** Every word first; when nothing has them all, their beginnings: then they are only near. */
export async function search(
	shop: Shop,
	query: ToolsQuery,
	size = toolsSize,
): Promise<{ rows: Rows; near: boolean }> {
	for (const near of [false, true]) {
		const match = matchOf(query.q, query.category, near);
		if (match === null) break;
		const candidates = matching(shop.db, match);
		const rows = await readPage(shop, query, candidates, size);
		if (rows.length > 0) return { rows, near };
		const isPastTheEnd =
			query.page > 0 && (await readPage(shop, { ...query, page: 0 }, candidates, 1)).length > 0;
		if (isPastTheEnd) return { rows, near };
	}
	return { rows: [], near: false };
}

const browse = async (shop: Shop, query: ToolsQuery) => ({
	rows: await readPage(shop, query, candidatesOf(shop, query)),
	near: false,
});

const noFilters = { category: null, min: null, max: null, stock: false, page: 0 } as const;

/** Asked of a search that found nothing: whether it finds something in the whole shop. */
async function isFilteredOut(shop: Shop, query: ToolsQuery): Promise<boolean> {
	const isFiltered = query.category !== null || query.stock || isPriced(query);
	if (!query.q || !isFiltered || query.page > 0) return false;
	return (await search(shop, { ...query, ...noFilters }, 1)).rows.length > 0;
}

/** @returns the tools that are asked for, a page of at most 24; it reads at most so much, however large the shop is */
export async function findTools(shop: Shop, query: ToolsQuery): Promise<Found> {
	const [{ rows, near }, counts] = await Promise.all([
		query.q ? search(shop, query) : browse(shop, query),
		countCategories(shop),
	]);
	const found = rows[0]?.found ?? 0;
	const total = isCounted(query) ? counts[query.category ?? "all"] : found;
	return {
		products: rows.map(({ found: _, ...product }) => product),
		total: Math.min(total, toolsMax),
		capped: total > toolsMax || found >= toolsMax,
		near,
		filteredOut: rows.length === 0 && (await isFilteredOut(shop, query)),
		counts,
	};
}
