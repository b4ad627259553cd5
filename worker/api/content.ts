import { contentCalls } from "#contract/calls/content.ts";
import { createApp } from "#worker/http/app.ts";
import { readUpload, uploadLimits } from "#worker/http/body.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews, type Review } from "#worker/shop/reviews/read.ts";
import { register, toDeleteResult, toInsertResult, withNextLink } from "./calls.ts";

/** `email` is null unless an admin reads the review. */
const toReviewJson = ({ id, productId, email, hidden, ...review }: Review) => ({
	_id: id,
	review: review.review,
	ratings: review.ratings,
	img: review.img,
	name: review.name,
	verified: review.verified,
	...(productId === null ? {} : { toolId: productId }),
	...(email === null ? {} : { email, hidden }),
});

export const contentRoutes = createApp();

register(contentRoutes, contentCalls.addReview, async ({ shop, readBody }) =>
	toInsertResult(await addReview(shop, await readBody())),
);

register(contentRoutes, contentCalls.listReviews, async ({ shop, context, readQuery }) =>
	withNextLink(context, await listReviews(shop, readQuery().after)).map(toReviewJson),
);

register(contentRoutes, contentCalls.deleteReview, async ({ shop, param }) =>
	toDeleteResult(await deleteReview(shop, param("id"))),
);

register(contentRoutes, contentCalls.uploadImage, async ({ shop, context }) => {
	const { file } = await readUpload(context.req.raw, uploadLimits.picture, "image");
	return { success: true, data: { url: await storeImage(shop, file) } };
});
