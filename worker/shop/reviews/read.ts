import { desc } from "drizzle-orm";
import { listMax } from "#contract/limits.ts";
import { reviews } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

const publicColumns = {
	id: reviews.id,
	review: reviews.review,
	ratings: reviews.ratings,
	img: reviews.img,
	name: reviews.name,
};

/** `email` is null for everyone but admins: a reviewer's address is not published. */
export type Review = {
	id: string;
	review: string;
	ratings: string;
	img: string;
	name: string;
	email: string | null;
};

/** The newest reviews, newest first; to be run in one batch with others. */
export const latestReviewsQuery = ({ db }: Shop, most: number) =>
	db
		.select(publicColumns)
		.from(reviews)
		.orderBy(desc(reviews.createdAt), desc(reviews.id))
		.limit(most);

const latestWithEmailQuery = ({ db }: Shop, most: number) =>
	db
		.select({ ...publicColumns, email: reviews.email })
		.from(reviews)
		.orderBy(desc(reviews.createdAt), desc(reviews.id))
		.limit(most);

/** @returns the reviews, oldest first: the contract's client reverses the list (specification.md §2) */
export async function getReviews(shop: Shop): Promise<Review[]> {
	if (shop.account?.role === "admin") {
		return (await latestWithEmailQuery(shop, listMax).all()).reverse();
	}
	const rows = await latestReviewsQuery(shop, listMax).all();
	return rows.reverse().map((row) => ({ ...row, email: null }));
}
