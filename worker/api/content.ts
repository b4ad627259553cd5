import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import { errors, fieldError, ShopError } from "#contract/errors.ts";
import { required } from "#contract/messages.ts";
import { isMultipart, readMultipart } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews, type Review } from "#worker/shop/reviews/read.ts";
import { deleteResult, handle, insertResult, withNextLink } from "./calls.ts";

/** `email` is null unless an admin reads the review. */
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

export const content = new Hono<AppEnv>();

handle(content, contentCalls.addReview, async ({ shop, readBody }) =>
	insertResult(await addReview(shop, await readBody())),
);

handle(content, contentCalls.listReviews, async ({ shop, context, readQuery }) =>
	withNextLink(context, await listReviews(shop, readQuery().after)).map(reviewJson),
);

handle(content, contentCalls.deleteReview, async ({ shop, param }) =>
	deleteResult(await deleteReview(shop, param("id"))),
);

/** @throws ShopError 400 if it contains no picture, 413, 415 if it is not multipart/form-data */
async function readUpload(request: Request): Promise<Blob> {
	if (!isMultipart(request)) throw new ShopError("multipart_required");
	const { headers } = request;
	const form = await new Response(await readMultipart(request), { headers })
		.formData()
		.catch(() => null);
	const file = form?.get("image");
	if (!form) throw fieldError("image", errors.multipart_required.message);
	if (!(file instanceof Blob)) throw fieldError("image", required.image);
	return file;
}

handle(content, contentCalls.uploadImage, async ({ shop, context }) => ({
	success: true,
	data: { url: await storeImage(shop, await readUpload(context.req.raw)) },
}));
