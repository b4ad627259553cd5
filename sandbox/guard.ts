import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/** What Stripe.js calls from the shop's page and from its frames, each of an origin of its own. */
const forPages = /^\/__sandbox\/stripe\/v1\/|^\/__sandbox\/stripe-js\//;

/** @returns whether a page of the shop, or a sandboxed frame in one (`null`), is at this origin */
function isShopPage(origin: string, url: URL): boolean {
	const names = ["localhost", "127.0.0.1", url.hostname];
	const { protocol, port } = url;
	const own = names.map((name) => `${protocol}//${name}${port && `:${port}`}`);
	return origin === "null" || own.includes(origin);
}

/**
 * Lets the shop's pages under this server's other names call Stripe's API, without cookies, as Stripe lets every page. A
 * secret key in `Authorization` needs a preflight that allows it, and gets none: the one header is the tests' browser's.
 */
export const shareWithShop = createMiddleware<AppEnv>(async (c, next) => {
	const origin = c.req.header("Origin");
	if (!origin || !forPages.test(c.req.path) || !isShopPage(origin, new URL(c.req.url))) {
		return next();
	}
	if (c.req.method === "OPTIONS") c.res = new Response(null, { status: 204 });
	else await next();
	const { headers } = c.res;
	headers.set("Access-Control-Allow-Origin", origin);
	headers.set("Access-Control-Allow-Headers", "CF-Connecting-IP");
	headers.append("Vary", "Origin");
});

/** Refuses unsafe methods that another site's page sends (403). Servers send no Origin and pass. */
export const refuseForeignOrigins = createMiddleware<AppEnv>(async (c, next) => {
	const safe = c.req.method === "GET" || c.req.method === "HEAD";
	const origin = c.req.header("Origin");
	const url = new URL(c.req.url);
	const isOwn = origin === undefined || origin === url.origin;
	const isShared = isOwn || (forPages.test(url.pathname) && isShopPage(origin, url));
	if (!safe && !isShared) {
		return c.json({ message: "Cross-origin requests are refused." }, 403);
	}
	return next();
});

/** Refuses what a browser sends (403): every browser names itself by Origin or Sec-Fetch-Site. */
export const refuseBrowsers = createMiddleware<AppEnv>(async (c, next) => {
	if (c.req.header("Origin") ?? c.req.header("Sec-Fetch-Site")) {
		return c.json({ message: "Only the shop may call this." }, 403);
	}
	return next();
});
