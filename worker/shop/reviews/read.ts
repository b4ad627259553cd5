import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { can } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { products, reviews } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	listOf,
	newestFirst,
	olderThan,
	pageOf,
	startsWith,
	type TablePage,
	type TableView,
} from "../listing.ts";

const publicColumns = {
	id: reviews.id,
	review: reviews.review,
	ratings: reviews.ratings,
	img: reviews.img,
	name: reviews.name,
	productId: reviews.productId,
	verified: reviews.verified,
};

const ownColumns = {
	...publicColumns,
	email: reviews.email,
	hidden: sql<boolean>`${reviews.hiddenAt} is not null`.mapWith(Boolean).as("hidden"),
};

/**
 * `productId`: the tool that it is about, null for the shop as a whole; `verified`: its author had bought and paid it.
 * `email` is null for everyone but admins: a reviewer's address is not published.
 */
export type Review = Pick<typeof reviews.$inferSelect, keyof typeof publicColumns> & {
	email: string | null;
	hidden: boolean;
};

/** The newest reviews that are shown. `toolName` is null unless the tool is sold. */
export const selectLatestReviews = (db: Database, limit: number) =>
	db
		.select({ ...publicColumns, toolName: sql<string | null>`${products.name}`.as("tool_name") })
		.from(reviews)
		.leftJoin(products, and(eq(products.id, reviews.productId), isNull(products.deletedAt)))
		.where(isNull(reviews.hiddenAt))
		.orderBy(...newestFirst(reviews))
		.limit(limit);

/** The reviews of a product that are shown, newest first. */
export const selectReviewsOf = (db: Database, productId: string) =>
	db
		.select({ ...publicColumns, createdAt: reviews.createdAt })
		.from(reviews)
		.where(and(eq(reviews.productId, productId), isNull(reviews.hiddenAt)))
		.orderBy(...newestFirst(reviews));

/**
 * The newest 500 reviews, or the newest before a place; hidden ones for admins only.
 * @param after where the list before ended
 * @returns the list oldest first: the contract's client reverses it (specification.md §2)
 */
export async function listReviews({ db, account }: Shop, after?: Cursor) {
	const canModerate = account !== null && can(account, "reviews:moderate");
	const query = db
		.select({ ...ownColumns, createdAt: reviews.createdAt })
		.from(reviews)
		.where(
			and(canModerate ? undefined : isNull(reviews.hiddenAt), after && olderThan(reviews, after)),
		)
		.orderBy(...newestFirst(reviews));
	const { list, next } = await listOf(query);
	const shown = list.map((row) => ({ ...row, email: canModerate ? row.email : null }));
	return { list: shown.reverse(), next };
}

export type ReviewState = "shown" | "hidden";

/** Newest first; of those whose email is searched, by email, each newest first. @throws ShopError 401, 403 */
export async function getReviewsPage(
	shop: Shop,
	{ page, search, state }: TableView & { state: ReviewState | null },
): Promise<TablePage<Review>> {
	requireCapability(shop, "reviews:moderate");
	const query = shop.db
		.select(ownColumns)
		.from(reviews)
		.where(
			and(
				state === "shown" ? isNull(reviews.hiddenAt) : undefined,
				state === "hidden" ? isNotNull(reviews.hiddenAt) : undefined,
				search ? startsWith(reviews.email, search.toLowerCase()) : undefined,
			),
		)
		.orderBy(...(search ? [asc(reviews.email)] : []), ...newestFirst(reviews));
	return pageOf(query, page);
}
