import { inArray, type SQL, sql } from "drizzle-orm";
import { formerCustomer } from "#contract/shop.ts";
import { reviews, users } from "#worker/db/schema.ts";
import { homeReviewsTag, toolReviewsTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { keepTags } from "../purges.ts";

const reviewsOf = ({ db }: Pick<Shop, "db">, account: SQL | undefined) =>
	inArray(reviews.userId, db.select({ id: users.id }).from(users).where(account));

/**
 * Keeps the tags of the pages that show reviews of an account, for the batch that changes these: it stands before that.
 * @param account which row of `users`
 */
export const keepReviewTags = (shop: Pick<Shop, "db">, account: SQL | undefined) =>
	keepTags(
		shop,
		sql`json_each.value`,
		sql`from ${reviews}, json_each(json_array(${homeReviewsTag}, ${toolReviewsTag("")} || ${reviews.productId}))
			where ${reviewsOf(shop, account)} and json_each.value is not null`,
	);

/**
 * Takes name, email and picture from the reviews of an account, for the batch that ends it: it stands before that.
 * @param account which row of `users`, as long as it may be ended
 * @returns the statement, which gives the tools that the reviews are about
 */
export const forgetAuthor = (shop: Shop, account: SQL | undefined) =>
	shop.db
		.update(reviews)
		.set({ name: formerCustomer, email: "", img: "" })
		.where(reviewsOf(shop, account))
		.returning({ productId: reviews.productId });
