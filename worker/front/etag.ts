import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import type { FrontDoor } from "./visit.ts";

/** What React Router asks for to show a page of the dashboard anew. */
const isDashboardData = (path: string) => /^\/dashbord(?:\/.*)?\.data$/.test(path);

const tag = etag({ weak: true });

/**
 * The dashboard looks every few seconds whether its data changed: an ETag makes the answer a 304 without body when it did
 * not. Kept by that browser alone, and never shown without asking.
 */
export const tagDashboardData = createMiddleware<FrontDoor>(async (context, next) => {
	if (context.req.method !== "GET" || !isDashboardData(context.req.path)) return next();
	await tag(context, next);
	if (context.res.status === 200 || context.res.status === 304) {
		context.header("Cache-Control", "private, no-cache");
	}
});
