import { and, asc, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { CategorySlug } from "#contract/categories.ts";
import type { ProductFilters } from "#contract/product-filters.ts";
import { lowStockCeiling } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	contains,
	newestFirst,
	noCase,
	oldestFirst,
	readPage,
	type TableView,
	withoutIndex,
} from "../list-queries.ts";
import { isDraft, type Product, summaryColumns } from "./read.ts";

type ProductSort = "newest" | "name" | "cheapest" | "dearest" | "scarcest";
type StockLevel = NonNullable<ProductFilters["stock"]>;

export type ProductView = TableView & ProductFilters & { sort: ProductSort };

/** `editKey` identifies the last edit by an admin; null before the first. */
export type ProductRow = Product & {
	editKey: string | null;
	partNumber: string | null;
	draft: boolean;
};

const name = noCase(products.name);
const ordersLeft = sql`${products.quantity} / ${products.minimum}`;

export const scarcestFirst = [asc(ordersLeft), asc(products.id)];

const sorts: Record<ProductSort, SQL[]> = {
	newest: newestFirst(products),
	name: [asc(name), ...newestFirst(products)],
	cheapest: [asc(products.priceCents), ...oldestFirst(products)],
	dearest: [desc(products.priceCents), ...newestFirst(products)],
	scarcest: scarcestFirst,
};

/** Drafts are sorted by age, searches by name, and products with low stock by the number of minimum orders left. */
function getSort({ search, stock, state, sort }: ProductView): ProductSort {
	if (state === "draft") return "newest";
	if (search) return "name";
	return stock ? "scarcest" : sort;
}

/** Must match the stock labels (app/features/catalogue/price-and-stock.tsx). */
export function hasStockLevel(level: StockLevel, { sort }: { sort: ProductSort }) {
	const column = sort === "scarcest" ? ordersLeft : withoutIndex(ordersLeft);
	return level === "out"
		? lt(column, 1)
		: and(lt(column, 2), lt(products.quantity, lowStockCeiling));
}

/** The category indexes are sorted only by age and by price. */
const isInCategory = (category: CategorySlug, sort: ProductSort) =>
	sort === "name" || sort === "scarcest"
		? eq(withoutIndex(products.category), category)
		: eq(products.category, category);

/**
 * Returns the conditions of the filters.
 * @param sort - the order in which the rows are read
 */
export const matchesProductFilters = (
	{ search, category, stock, state }: ProductFilters,
	sort: ProductSort = "newest",
) =>
	and(
		state === "draft" ? isDraft : isNull(products.deletedAt),
		search ? or(contains(products.name, search), contains(products.partNumber, search)) : undefined,
		category ? isInCategory(category, state === "draft" ? "name" : sort) : undefined,
		stock ? hasStockLevel(stock, { sort }) : undefined,
	);

/**
 * Lists a page of products and drafts.
 * @throws ShopError 401, 403
 */
export async function getProductsPage(shop: ShopContext, view: ProductView) {
	requireCapability(shop, "products:write");
	const sort = getSort(view);
	const query = shop.db
		.select({
			...summaryColumns,
			editKey: products.editKey,
			draft: products.draft,
		})
		.from(products)
		.where(matchesProductFilters(view, sort))
		.orderBy(...sorts[sort]);
	return readPage(query, view.page);
}
