import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/** Refuses unsafe methods that another site's page sends (403). Servers send no Origin and pass. */
export const refuseForeignOrigins = createMiddleware<AppEnv>(async (c, next) => {
	const safe = c.req.method === "GET" || c.req.method === "HEAD";
	const origin = c.req.header("Origin");
	if (!safe && origin !== undefined && origin !== new URL(c.req.url).origin) {
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
