import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { can } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { products, reviews } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	newestFirst,
	olderThan,
	readList,
	readPage,
	startsWith,
	type TableView,
} from "../list-queries.ts";

const publicColumns = {
	id: reviews.id,
	review: reviews.review,
	ratings: reviews.ratings,
	img: reviews.img,
	name: reviews.name,
	productId: reviews.productId,
	verified: reviews.verified,
};

const fullColumns = {
	...publicColumns,
	email: reviews.email,
	hidden: sql<boolean>`${reviews.hiddenAt} is not null`.mapWith(Boolean).as("hidden"),
};

/** `productId` is null for a review of the shop itself. `verified` tells whether the author bought the product. Only admins read `email`. */
export type Review = Pick<typeof reviews.$inferSelect, keyof typeof publicColumns> & {
	email: string | null;
	hidden: boolean;
};

/** `toolName` is null if the product is deleted. */
export const selectLatestReviews = (db: Database, limit: number) =>
	db
		.select({ ...publicColumns, toolName: sql<string | null>`${products.name}`.as("tool_name") })
		.from(reviews)
		.leftJoin(products, and(eq(products.id, reviews.productId), isNull(products.deletedAt)))
		.where(isNull(reviews.hiddenAt))
		.orderBy(...newestFirst(reviews))
		.limit(limit);

export const selectToolReviews = (db: Database, productId: string) =>
	db
		.select({ ...publicColumns, createdAt: reviews.createdAt })
		.from(reviews)
		.where(and(eq(reviews.productId, productId), isNull(reviews.hiddenAt)))
		.orderBy(...newestFirst(reviews));

/**
 * Reads the 500 newest reviews, or the 500 newest before the cursor. Only admins get hidden ones.
 * @returns the list, oldest first, because the contract's client reverses it (specification.md §2)
 */
export async function listReviews({ db, account }: ShopContext, cursor?: Cursor) {
	const canModerate = account !== null && can(account, "reviews:moderate");
	const query = db
		.select({ ...fullColumns, createdAt: reviews.createdAt })
		.from(reviews)
		.where(
			and(canModerate ? undefined : isNull(reviews.hiddenAt), cursor && olderThan(reviews, cursor)),
		)
		.orderBy(...newestFirst(reviews));
	const { list, next } = await readList(query);
	const redacted = list.map((row) => ({ ...row, email: canModerate ? row.email : null }));
	return { list: redacted.reverse(), next };
}

export type ReviewState = "shown" | "hidden";

/**
 * Reads a page of reviews, sorted by email if there is a search, then newest first. `toolName` is null for a review of the shop itself.
 * @throws ShopError 401, 403
 */
export async function getReviewsPage(
	shop: ShopContext,
	{ page, search, state }: TableView & { state: ReviewState | null },
) {
	requireCapability(shop, "reviews:moderate");
	const query = shop.db
		.select({
			...fullColumns,
			createdAt: reviews.createdAt,
			toolName: sql<string | null>`${products.name}`.as("tool_name"),
			isToolDeleted: sql<boolean>`${isNotNull(products.deletedAt)}`
				.mapWith(Boolean)
				.as("is_deleted"),
		})
		.from(reviews)
		.leftJoin(products, eq(products.id, reviews.productId))
		.where(
			and(
				state === "shown" ? isNull(reviews.hiddenAt) : undefined,
				state === "hidden" ? isNotNull(reviews.hiddenAt) : undefined,
				search ? startsWith(reviews.email, search.toLowerCase()) : undefined,
			),
		)
		.orderBy(...(search ? [asc(reviews.email)] : []), ...newestFirst(reviews));
	return readPage(query, page);
}

export type ReviewRow = Awaited<ReturnType<typeof getReviewsPage>>["rows"][number];
