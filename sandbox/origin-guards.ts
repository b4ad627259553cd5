import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/** Paths that Stripe.js requests from the shop's pages and from its own frames, which have different origins. */
const crossOriginPaths = /^\/__sandbox\/stripe\/v1\/|^\/__sandbox\/stripe-js\//;

/** Returns whether `origin` is the shop's, with any local hostname, or that of a sandboxed frame ("null"). */
function isAllowedOrigin(origin: string, { protocol, hostname, port }: URL): boolean {
	const hostnames = ["localhost", "127.0.0.1", hostname];
	const origins = hostnames.map((name) => `${protocol}//${name}${port && `:${port}`}`);
	return origin === "null" || origins.includes(origin);
}

/**
 * Lets the shop's pages call the Stripe mock from any local hostname. (Stripe allows every origin.) The Authorization header is
 * not allowed, so no page can use a secret key. CF-Connecting-IP is allowed because browser tests set it.
 */
export const allowShopOrigins = createMiddleware<AppEnv>(async (c, next) => {
	const origin = c.req.header("Origin");
	if (
		!origin ||
		!crossOriginPaths.test(c.req.path) ||
		!isAllowedOrigin(origin, new URL(c.req.url))
	) {
		return next();
	}
	if (c.req.method === "OPTIONS") c.res = new Response(null, { status: 204 });
	else await next();
	const { headers } = c.res;
	headers.set("Access-Control-Allow-Origin", origin);
	headers.set("Access-Control-Allow-Headers", "CF-Connecting-IP");
	headers.append("Vary", "Origin");
});

/** Rejects unsafe methods from other origins with 403. Requests from servers have no Origin and are allowed. */
export const rejectCrossOriginWrites = createMiddleware<AppEnv>(async (c, next) => {
	const isSafe = c.req.method === "GET" || c.req.method === "HEAD";
	const origin = c.req.header("Origin");
	const url = new URL(c.req.url);
	const isSameOrigin = origin === undefined || origin === url.origin;
	const isAllowed =
		isSameOrigin || (crossOriginPaths.test(url.pathname) && isAllowedOrigin(origin, url));
	if (!isSafe && !isAllowed) {
		return c.json({ message: "Cross-origin requests are not allowed." }, 403);
	}
	return next();
});

/** Rejects requests from browsers with 403. A browser is recognized by its Origin or Sec-Fetch-Site header. */
export const rejectBrowsers = createMiddleware<AppEnv>(async (c, next) => {
	if (c.req.header("Origin") ?? c.req.header("Sec-Fetch-Site")) {
		return c.json({ message: "Only the shop's server may call this endpoint." }, 403);
	}
	return next();
});
