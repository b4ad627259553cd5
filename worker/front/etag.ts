import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import type { FrontDoor } from "./visit.ts";

/** What React Router asks for to show home or a page of the dashboard anew. */
const isLiveData = (path: string) => /^\/(?:_|dashbord(?:\/.*)?)\.data$/.test(path);

const tag = etag({ weak: true });

/**
 * These pages look every few seconds whether their data changed: an ETag makes the answer a 304 without body when it did
 * not. Kept by that browser alone, and never shown without asking.
 */
export const tagLiveData = createMiddleware<FrontDoor>(async (context, next) => {
	if (context.req.method !== "GET" || !isLiveData(context.req.path)) return next();
	await tag(context, next);
	if (context.res.status === 200 || context.res.status === 304) {
		context.header("Cache-Control", "private, no-cache");
	}
});
