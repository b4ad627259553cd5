import { createMiddleware } from "hono/factory";
import { logSecurity } from "#worker/auth/security-log.ts";
import { routeOf } from "./route-pattern.ts";
import type { FrontDoor } from "./visit.ts";

/** What an attack is answered: no good input, nobody, not allowed, too large, of another kind, too often. */
const refusals = new Set([400, 401, 403, 413, 415, 429]);

/** Notes every refused request, whether a page, a call or the door refused it, by the pattern of its path. */
export const noteRefusals = createMiddleware<FrontDoor>(async (context, next) => {
	await next();
	const { req, res } = context;
	if (!refusals.has(res.status)) return;
	const shop: FrontDoor["Variables"]["shop"] | undefined = context.get("shop");
	logSecurity(
		{ address: req.header("CF-Connecting-IP") ?? "", request: context.get("requestId") },
		{
			event: "request refused",
			user: shop?.account?.id ?? null,
			about: `${req.method} ${routeOf(context)} ${res.status}`,
		},
	);
});
