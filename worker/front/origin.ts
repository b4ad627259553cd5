import { createMiddleware } from "hono/factory";
import { ShopError } from "#contract/errors.ts";
import { bearerOf, type FrontDoor } from "./visit.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * OWASP CSRF Cheat Sheet, "Verifying Origin". A browser says where an unsafe request comes from: anything but our
 * own pages is refused. Without an Origin only those pass who bring no cookie that could be abused.
 * A bearer token and Stripe's signature prove more than an Origin does.
 * @throws ShopError 403
 */
export const checkOrigin = createMiddleware<FrontDoor>(async ({ req }, next) => {
	const exempt = bearerOf(req.raw) !== null || req.path === "/webhooks/stripe";
	if (!safeMethods.has(req.method) && !exempt) {
		const origin = req.header("Origin");
		const allowed = origin ? origin === new URL(req.url).origin : !req.header("Cookie");
		if (!allowed) throw new ShopError("cross_origin");
	}
	await next();
});
