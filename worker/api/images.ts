import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import { errors, fieldError, ShopError } from "#contract/errors.ts";
import { imageBytes } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import { readBytes } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { answer } from "./calls.ts";

/** Bytes that a form needs around its picture: boundaries, names, other short fields. */
const formOverhead = 64 * 1024;

/** @throws ShopError 400 no picture in it, 413, 415 not multipart/form-data */
async function readUpload(request: Request): Promise<Blob> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!/^multipart\/form-data\b/i.test(type)) throw new ShopError("multipart_required");
	const most = imageBytes + formOverhead;
	const bytes = await readBytes(request, most, "image_too_large");
	const form = await new Response(bytes, { headers: { "Content-Type": type } })
		.formData()
		.catch(() => null);
	const file = form?.get("image");
	if (!form) throw fieldError("image", errors.multipart_required.message);
	if (!(file instanceof Blob)) throw fieldError("image", required.image);
	return file;
}

/** Pictures are looked at by another door (worker/http/edge-cache.ts). */
export const images = new Hono<AppEnv>();

answer(images, contentCalls.uploadImage, async ({ shop, context }) => ({
	success: true,
	data: { url: await storeImage(shop, await readUpload(context.req.raw)) },
}));
