import { isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { ShopError } from "#contract/errors.ts";
import { homeReviewsMax, productsPerPage, toolReviewPages } from "#contract/limits.ts";
import type { RatingCounts } from "#contract/ratings.ts";
import { can } from "#contract/roles.ts";
import { createJsonParser } from "#worker/db/json.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { productDocuments, productRatings, products } from "#worker/db/schema.ts";
import { getContactAddress } from "#worker/services/email.ts";
import { type ShopContext, skipCacheIfPastEnd } from "../context.ts";
import { oldestFirst } from "../list-queries.ts";
import { selectLatestReviews, selectToolReviews } from "../reviews/read.ts";
import {
	fullColumns,
	getProductCount,
	isEditableProduct,
	isPublished,
	summaryColumns,
} from "./read.ts";

/** The products' query includes this count, because a separate statement would make the page five percent slower. */
const publishedCount = sql<number>`(select count(*) from ${products} where ${isNull(products.deletedAt)})`;

/** @param page - zero-based page of the product grid */
export async function getHome(shop: ShopContext, page: number) {
	const { db, env } = shop;
	const [rows, reviews] = await retryBatch(db, [
		db
			.select({ product: summaryColumns, publishedCount: publishedCount.as("listed") })
			.from(products)
			.where(isNull(products.deletedAt))
			.orderBy(...oldestFirst(products))
			.limit(productsPerPage)
			.offset(page * productsPerPage),
		selectLatestReviews(db, homeReviewsMax),
	]);
	skipCacheIfPastEnd(shop, page, rows);
	const pageCount = Math.ceil(
		(rows[0]?.publishedCount ?? (await getProductCount(shop))) / productsPerPage,
	);
	const pageProducts = rows.map(({ product }) => product);
	return { products: pageProducts, pageCount, reviews, contact: getContactAddress(env) };
}

const ratings = sql<RatingCounts>`(
	select json_group_object(${productRatings.stars}, ${productRatings.reviews}) from ${productRatings}
	where ${productRatings.productId} = ${products.id}
)`
	.mapWith(createJsonParser(v.record(v.string(), v.number())))
	.as("ratings");

const parseDocuments = createJsonParser(
	v.array(v.object({ key: v.string(), title: v.string(), bytes: v.number() })),
);

const documents = sql`(
	select json_group_array(json_object('key', key, 'title', title, 'bytes', bytes)) from (
		select * from ${productDocuments} where ${productDocuments.productId} = ${products.id} order by ${productDocuments.position}
	)
)`
	.mapWith(parseDocuments)
	.as("documents");

/**
 * Staff see drafts too.
 * @param page - zero-based page of the reviews
 * @throws ShopError 404
 */
export async function requireProductPage(shop: ShopContext, id: string, page: number) {
	const { db, account } = shop;
	const canSeeDrafts = account !== null && can(account, "products:write");
	const { size, count } = toolReviewPages;
	const [[product], reviews] = await retryBatch(db, [
		db
			.select({ ...fullColumns, draft: products.draft, ratings, documents })
			.from(products)
			.where(canSeeDrafts ? isEditableProduct(id) : isPublished(id)),
		selectToolReviews(db, id)
			.limit(size + 1)
			.offset(page * size),
	]);
	if (!product) throw new ShopError("product_not_found");
	skipCacheIfPastEnd(shop, page, reviews);
	const hasMore = reviews.length > size && page + 1 < count;
	return { product, reviews: reviews.slice(0, size), hasMore };
}

export type ProductPage = Awaited<ReturnType<typeof requireProductPage>>;
