import { Hono } from "hono";
import { pictureTag } from "#worker/shop/cache-tags.ts";
import { requireImage } from "#worker/shop/images/read.ts";
import { answerFailure } from "./failures.ts";
import { madeForHeader } from "./storefront.ts";
import type { FrontDoor } from "./visit.ts";

/** Seconds. What a key names never changes, but it may be deleted: the edge looks again after a day, should its purge fail. */
const [year, day] = [365 * 24 * 60 * 60, 24 * 60 * 60];

/**
 * Uploaded pictures, for everyone: asked of R2 alone, without the database, and kept by the edge. Opened by itself, a
 * picture can run and load nothing.
 */
export const pictures = new Hono<FrontDoor>().get("/images/:key", async (context) => {
	const { env, req } = context;
	context.set("requestId", req.header(madeForHeader) ?? "");
	const { key, body, type, bytes, etag } = await requireImage(env, req.param("key"));
	return new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `inline; filename="${key}"`,
			"Content-Length": String(bytes),
			ETag: etag,
			"Cache-Control": `public, max-age=${year}, immutable`,
			"Cloudflare-CDN-Cache-Control": `public, max-age=${day}`,
			"Cache-Tag": pictureTag(key),
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"X-Content-Type-Options": "nosniff",
		},
	});
});
/** Without a word on caching Cloudflare would keep a 404 for three minutes ("Workers Cache", configuration). */
pictures.onError((error, context) => {
	const answer = answerFailure(error, context);
	answer.headers.set("Cache-Control", "private, no-store");
	return answer;
});

/** @returns whether this request is for an uploaded picture, or for what could be the address of one */
export const isPicture = ({ url }: Request): boolean =>
	/^\/images\/[^/]+$/.test(new URL(url).pathname);
