import { desc } from "drizzle-orm";
import { listMax } from "#contract/limits.ts";
import { reviews } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

export type Review = {
	id: string;
	review: string;
	ratings: string;
	img: string;
	name: string;
	email: string;
};

/** The newest reviews, newest first; to be run in one batch with others. */
export const latestReviewsQuery = ({ db }: Shop, most: number) =>
	db
		.select({
			id: reviews.id,
			review: reviews.review,
			ratings: reviews.ratings,
			img: reviews.img,
			name: reviews.name,
			email: reviews.email,
		})
		.from(reviews)
		.orderBy(desc(reviews.createdAt), desc(reviews.id))
		.limit(most);

/** @returns the reviews, oldest first: the contract's client reverses the list (specification.md §2) */
export const getReviews = async (shop: Shop): Promise<Review[]> =>
	(await latestReviewsQuery(shop, listMax).all()).reverse();
