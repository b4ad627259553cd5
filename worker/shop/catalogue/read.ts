import { and, asc, eq, gt, isNull, lte, max, or, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { toolsPerSitemap } from "#contract/public-pages.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { productNumbers, products } from "#worker/db/schema.ts";
import { type ShopContext, skipCacheIfPastEnd } from "../context.ts";
import { newerThan, noCase, oldestFirst, readList } from "../list-queries.ts";

export const summaryColumns = {
	id: products.id,
	name: products.name,
	partNumber: products.partNumber,
	description: products.description,
	priceCents: products.priceCents,
	quantity: products.quantity,
	minimum: products.minimum,
	img: products.img,
	priceBreaks: products.priceBreaks,
	orderMultiple: products.orderMultiple,
};

export const fullColumns = {
	...summaryColumns,
	category: products.category,
	specification: products.specification,
	gallery: products.gallery,
};

type Row = typeof products.$inferSelect;
/** `quantity` is the stock, `minimum` the smallest quantity of an order. */
export type Product = Pick<Row, keyof typeof summaryColumns>;
export type FullProduct = Pick<Row, keyof typeof fullColumns>;

export const isPublished = (id: string) => and(eq(products.id, id), isNull(products.deletedAt));

/** The 1 is a literal, because SQLite uses the partial indexes of drafts only for a query with the same literal. */
export const isDraft: SQL = sql`${products.draft} = 1`;

export const isPublishedOrDraft = or(isNull(products.deletedAt), isDraft);

export const isEditableProduct = (id: string) => and(eq(products.id, id), isPublishedOrDraft);

/**
 * Lists published products, oldest first.
 * @param page - zero-based
 */
export const listPublishedProducts = (
	{ db }: ShopContext,
	page: number,
	size: number,
): Promise<FullProduct[]> =>
	db
		.select(fullColumns)
		.from(products)
		.where(isNull(products.deletedAt))
		.orderBy(...oldestFirst(products))
		.limit(size)
		.offset(page * size);

export const getProductCount = ({ db }: ShopContext): Promise<number> =>
	db.$count(products, isNull(products.deletedAt));

export function listProductsAfter({ db }: ShopContext, cursor?: Cursor) {
	const query = db
		.select({ ...fullColumns, createdAt: products.createdAt })
		.from(products)
		.where(and(isNull(products.deletedAt), cursor && newerThan(products, cursor)))
		.orderBy(...oldestFirst(products));
	return readList(query);
}

export const findProduct = async ({ db }: ShopContext, id: string): Promise<FullProduct | null> =>
	(await db.select(fullColumns).from(products).where(isPublished(id)).get()) ?? null;

/** @returns the products by ID, without those that are no longer sold */
export async function findProducts(
	{ db }: ShopContext,
	lines: { productId: string }[],
): Promise<Map<string, Product>> {
	const ids = JSON.stringify(lines.map(({ productId }) => productId));
	const rows = await db
		.select(summaryColumns)
		.from(products)
		.where(
			and(isNull(products.deletedAt), sql`${products.id} in (select value from json_each(${ids}))`),
		);
	return new Map(rows.map((row) => [row.id, row]));
}

/** @throws ShopError 404 */
export async function requireProduct(shop: ShopContext, id: string): Promise<FullProduct> {
	const product = await findProduct(shop, id);
	if (!product) throw new ShopError("product_not_found");
	return product;
}

/** Finds a published product or a draft. Ignores case, like the indexes. */
export async function findByPartNumber({ db }: ShopContext, partNumber: string) {
	const select = (condition: SQL) =>
		db
			.select({ id: products.id, name: products.name })
			.from(products)
			.where(and(eq(noCase(products.partNumber), partNumber), condition));
	const [published, drafts] = await retryBatch(db, [
		select(isNull(products.deletedAt)),
		select(isDraft),
	]);
	return published[0] ?? drafts[0] ?? null;
}

const { number } = productNumbers;

/** A part of the sitemap is a range of product numbers. */
export async function countSitemapParts({ db }: ShopContext): Promise<number> {
	const [row] = await db.select({ maxNumber: max(number) }).from(productNumbers);
	return Math.max(1, Math.ceil((row?.maxNumber ?? 0) / toolsPerSitemap));
}

/**
 * Returns the IDs of the published products in one part, oldest first.
 * @param part - zero-based
 */
export async function listSitemapPart(shop: ShopContext, part: number): Promise<string[]> {
	const start = part * toolsPerSitemap;
	const rows = await shop.db
		.select({ id: products.id })
		.from(productNumbers)
		.innerJoin(products, eq(products.id, productNumbers.productId))
		.where(and(gt(number, start), lte(number, start + toolsPerSitemap), isNull(products.deletedAt)))
		.orderBy(asc(number));
	skipCacheIfPastEnd(shop, part, rows);
	return rows.map(({ id }) => id);
}
