import { createMiddleware } from "hono/factory";
import { getBearerSession, getSession } from "#worker/auth/sessions.ts";
import { type Database, openDatabase } from "#worker/db/client.ts";
import { createMeter, serverTiming } from "#worker/db/meter.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import { openCookieJar } from "./cookies.ts";
import { mayShowTiming } from "./timing.ts";

export type FrontDoor = { Bindings: Env; Variables: { shop: Shop; requestId: string } };

/** @returns the secret of `Authorization: Bearer …` (RFC 6750), or null */
export const bearerOf = (request: Request): string | null =>
	/^Bearer ([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

const findSession = async (db: Database, bearer: string | null, secret: string | null) => {
	if (bearer) return getBearerSession(db, bearer);
	return secret ? getSession(db, secret) : null;
};

const isSafe = (method: string) => method === "GET" || method === "HEAD";

/** Who is asking, and through which D1 session: makes the one shop object of this request (architecture.md §1). */
export const visit = createMiddleware<FrontDoor>(async (context, next) => {
	const { env, req, executionCtx } = context;
	const jar = openCookieJar(context);
	const d1 = env.DB.withSession(jar.bookmark ?? "first-unconstrained");
	const meter = createMeter(env);
	const db = openDatabase(env.DB, d1, meter);
	const session = await findSession(db, bearerOf(req.raw), jar.session);
	if (session?.renewed && jar.session) jar.keepSession(jar.session, session.renewed);
	context.set("shop", {
		db,
		account: session?.account ?? null,
		env,
		origin: new URL(req.url).origin,
		waitUntil: (work) => executionCtx.waitUntil(work),
		purge: async (tags) => {
			try {
				await executionCtx.exports.Storefront.purge(tags);
			} catch (error) {
				// What was written stands; the page in the cache is out of date for at most an hour.
				console.error("purge", tags, error);
			}
		},
		visitor: {
			everyone: false,
			address: req.header("CF-Connecting-IP") ?? "",
			request: context.get("requestId"),
			sessionId: session?.id ?? null,
			keepSession: jar.keepSession,
			dropSession: jar.dropSession,
			flash: jar.keepFlash,
			takeFlash: jar.takeFlash,
		},
	});
	await next();
	const bookmark = d1.getBookmark();
	if (bookmark && !isSafe(req.method)) jar.keepBookmark(bookmark);
	jar.send();
	if (mayShowTiming(req.raw, env)) context.res.headers.set("Server-Timing", serverTiming(meter));
});
