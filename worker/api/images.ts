import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import { fieldError, ShopError } from "#contract/errors.ts";
import { imageBytes } from "#contract/limits.ts";
import { failure, invalid, required } from "#contract/messages.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import { requireImage } from "#worker/shop/images/read.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { readBytes } from "./body.ts";
import { answer, answerRaw } from "./calls.ts";

/** Bytes that a form needs around its picture: boundaries, names, other short fields. */
const formOverhead = 64 * 1024;

/** @throws ShopError 400 no picture in it, 413, 415 not multipart/form-data */
async function readUpload(request: Request): Promise<Blob> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!/^multipart\/form-data\b/i.test(type)) throw new ShopError("wrongType", invalid.upload);
	const most = imageBytes + formOverhead;
	const bytes = await readBytes(request, most, failure.imageTooLarge);
	const form = await new Response(bytes, { headers: { "Content-Type": type } })
		.formData()
		.catch(() => null);
	const file = form?.get("image");
	if (!form) throw fieldError("image", invalid.upload);
	if (!(file instanceof Blob)) throw fieldError("image", required.image);
	return file;
}

export const images = new Hono<FrontDoor>();

answer(images, contentCalls.uploadImage, async ({ shop, context }) => ({
	success: true,
	data: { url: await storeImage(shop, await readUpload(context.req.raw)) },
}));

/** What a key names never changes; opened by itself, a picture can run and load nothing. */
answerRaw(images, contentCalls.getImage, async ({ var: { shop }, req }) => {
	const { key, body, type, bytes, etag } = await requireImage(shop, req.param("key") ?? "");
	return new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `inline; filename="${key}"`,
			"Content-Length": String(bytes),
			ETag: etag,
			"Cache-Control": "public, max-age=31536000, immutable",
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"X-Content-Type-Options": "nosniff",
		},
	});
});
