import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews, type Review } from "#worker/shop/reviews/read.ts";
import { answer, deleted, inserted, withNextLink } from "./calls.ts";

/** @returns a review with the field names of specification.md §3, and what admins alone read where `email` is given */
const reviewJson = ({ id, productId, email, hidden, ...review }: Review) => ({
	_id: id,
	review: review.review,
	ratings: review.ratings,
	img: review.img,
	name: review.name,
	verified: review.verified,
	...(productId === null ? {} : { toolId: productId }),
	...(email === null ? {} : { email, hidden }),
});

export const reviews = new Hono<AppEnv>();

answer(reviews, contentCalls.addReview, async ({ shop, readBody }) =>
	inserted(await addReview(shop, await readBody())),
);

answer(reviews, contentCalls.listReviews, async ({ shop, context, readQuery }) =>
	withNextLink(context, await listReviews(shop, readQuery().after)).map(reviewJson),
);

answer(reviews, contentCalls.deleteReview, async ({ shop, param }) =>
	deleted(await deleteReview(shop, param("id"))),
);
