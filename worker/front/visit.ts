import { createMiddleware } from "hono/factory";
import type { ShopError } from "#contract/errors.ts";
import { getBearerSession, getSession, type Session } from "#worker/auth/sessions.ts";
import type { Database } from "#worker/db/client.ts";
import type { Meter } from "#worker/db/meter.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import { openEdge, purgeLater } from "#worker/shop/edge.ts";
import { forLog, toShopError } from "#worker/shop/errors.ts";
import { purgeChanged } from "#worker/shop/purges.ts";
import { openCookieJar } from "./cookies.ts";
import { openSession } from "./d1-session.ts";
import { networkOf } from "./network.ts";

export type FrontDoor = {
	Bindings: Env;
	Variables: {
		shop: Shop;
		requestId: string;
		/** Counts what this request asks of D1. */
		meter: Meter;
		/** Of a page for everyone: whether the edge had it. */
		edge?: "kept" | "made";
		/** Why nobody can be served: the database did not say who asks; null when it did. */
		refusal: ShopError | null;
	};
};

/** @returns the secret of `Authorization: Bearer …` (RFC 6750), or null */
export const bearerOf = (request: Request): string | null =>
	/^Bearer ([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

const findSession = async (db: Database, bearer: string | null, secret: string | null) => {
	if (bearer) return getBearerSession(db, bearer);
	return secret ? getSession(db, secret) : null;
};

/** @returns the session, or why it could not be looked up */
async function orRefusal(found: Promise<Session | null>) {
	try {
		return { session: await found, refusal: null };
	} catch (error) {
		const refusal = toShopError(error);
		if (!refusal) throw error;
		console.error("session", forLog(error));
		return { session: null, refusal };
	}
}

/** Who is asking, and through which D1 session: makes the one shop object of this request (architecture.md §1). */
export const visit = createMiddleware<FrontDoor>(async (context, next) => {
	const { env, req, executionCtx } = context;
	const jar = openCookieJar(context);
	const address = req.header("CF-Connecting-IP") ?? "";
	const [bearer, meter] = [bearerOf(req.raw), context.get("meter")];
	const { method, path } = req;
	const asking = { method, path, bearer: bearer !== null, bookmark: jar.bookmark };
	const { d1, db, found, replaced } = await openSession(env, meter, asking, (at) =>
		findSession(at, bearer, jar.session),
	);
	const { session, refusal } = await orRefusal(found);
	context.set("refusal", refusal);
	if (session?.renewed && jar.session) jar.keepSession(jar.session, session.renewed);
	const edge = openEdge((tags) => executionCtx.exports.Storefront.purge(tags));
	const shop: Shop = {
		db,
		account: session?.account ?? null,
		env,
		origin: env.SHOP_ORIGIN,
		waitUntil: (work) => executionCtx.waitUntil(work()),
		edge,
		purge: purgeLater(edge),
		visitor: {
			everyone: false,
			address,
			network: networkOf(address),
			request: context.get("requestId"),
			sessionId: session?.id ?? null,
			tokenEnds: session?.tokenEnds ?? null,
			keepSession: jar.keepSession,
			dropSession: jar.dropSession,
			flash: jar.keepFlash,
			takeFlash: jar.takeFlash,
			cookies: req.header("Cookie") ?? "",
			keepCookie: jar.keepLine,
		},
	};
	context.set("shop", shop);
	await next();
	if (edge.changed.size > 0) executionCtx.waitUntil(purgeChanged(shop));
	const bookmark = d1.getBookmark();
	if (bookmark && (meter.wrote || replaced)) jar.keepBookmark(bookmark);
	jar.send();
});
