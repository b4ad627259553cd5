import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import { errors, fieldError, ShopError } from "#contract/errors.ts";
import { imageMaxBytes } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import { readBytes } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews, type Review } from "#worker/shop/reviews/read.ts";
import { deleteResult, handle, insertResult, withNextLink } from "./calls.ts";

/** The field names of specification.md §3. Only admins get `email` and `hidden`: for others `email` is null. */
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

/** Bytes of a form besides its picture: boundaries, names, other short fields. */
const formOverhead = 64 * 1024;

/** @throws ShopError 400 if there is no picture in it, 413, 415 if it is not multipart/form-data */
async function readUpload(request: Request): Promise<Blob> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!/^multipart\/form-data\b/i.test(type)) throw new ShopError("multipart_required");
	const bytes = await readBytes(request, imageMaxBytes + formOverhead, "image_too_large");
	const form = await new Response(bytes, { headers: { "Content-Type": type } })
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
