import { inArray, type SQL } from "drizzle-orm";
import { formerCustomer } from "#contract/shop.ts";
import { reviews, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * Takes name, email and picture from the reviews of an account, for the batch that ends it: it stands before that.
 * @param account which row of `users`, as long as it may be ended
 * @returns the statement, which gives the tools that the reviews are about
 */
export const forgetAuthor = ({ db }: Shop, account: SQL | undefined) =>
	db
		.update(reviews)
		.set({ name: formerCustomer, email: "", img: "" })
		.where(inArray(reviews.userId, db.select({ id: users.id }).from(users).where(account)))
		.returning({ productId: reviews.productId });
