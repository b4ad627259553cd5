import { reviewCalls } from "#contract/calls/reviews.ts";
import { createApp } from "#worker/http/app.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews, type Review } from "#worker/shop/reviews/read.ts";
import { register, respondWithPage, toDeleteResult, toInsertResult } from "./calls.ts";

/** `email` is null unless an admin reads the review. */
const toReviewJson = ({
	id,
	productId,
	email,
	hidden,
	review,
	ratings,
	img,
	name,
	verified,
}: Review) => ({
	_id: id,
	review,
	ratings,
	img,
	name,
	verified,
	...(productId === null ? {} : { toolId: productId }),
	...(email === null ? {} : { email, hidden }),
});

export const reviewRoutes = createApp();

register(reviewRoutes, reviewCalls.addReview, async ({ shop, readBody }) =>
	toInsertResult(await addReview(shop, await readBody())),
);

register(reviewRoutes, reviewCalls.listReviews, async ({ shop, context, readQuery }) =>
	respondWithPage(context, await listReviews(shop, readQuery().after), toReviewJson),
);

register(reviewRoutes, reviewCalls.deleteReview, async ({ shop, param }) =>
	toDeleteResult(await deleteReview(shop, param("id"))),
);
