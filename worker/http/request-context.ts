import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { Cookies } from "#app/lib/context.ts";
import type { ShopError } from "#contract/errors.ts";
import { getBearerSession, getSession, type Session } from "#worker/auth/sessions.ts";
import { connectDatabase, createMeter, type Database, type Meter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { createEdge, type Edge, purgeLater, type Shop } from "#worker/shop/context.ts";
import { forLog, toShopError } from "#worker/shop/errors.ts";
import { purgeChanged } from "#worker/shop/purges.ts";
import { createCookies } from "./cookies.ts";

export type AppEnv = {
	Bindings: Env;
	Variables: {
		shop: Shop;
		cookies: Cookies;
		requestId: string;
		meter: Meter;
		/** Of a public page or image: whether Workers Cache had it. */
		cache?: "hit" | "miss";
		/** Why the session could not be looked up, as when the database is down; null when it could. */
		sessionError: ShopError | null;
	};
};

export const bearerToken = (request: Request): string | null =>
	/^Bearer ([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

/**
 * What a rate limit by address counts. With IPv6 every household has a whole /64 to itself, and could try without end if each
 * address of it counted alone (RFC 6177).
 * @param address `CF-Connecting-IP`
 */
export function networkOf(address: string): string {
	if (!address.includes(":") || address.includes(".")) return address;
	// Of the many ways to write an IPv6 address a URL has one: lower case, no leading zeros, the longest run of zeros cut.
	const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
	if (!host) return address;
	const [before = [], after] = host.split("::").map((half) => half.split(":").filter(Boolean));
	const left = [...before];
	if (after)
		left.push(...Array.from({ length: 8 - left.length - after.length }, () => "0"), ...after);
	return `${left.slice(0, 4).join(":")}::/64`;
}

/** A replica may take so long to reach a bookmark; one of a replaced database may never be reached. */
const maxBookmarkWaitMs = 3000;

/** D1 refuses anything that is not one of its bookmarks; a foreign cookie must not cost the visitor the page. */
const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;

function readBookmark(cookies: Cookies): string | null {
	const bookmark = cookies.get("bookmark") ?? "";
	return bookmarkPattern.test(bookmark) ? bookmark : null;
}

type D1Request = { method: string; path: string; bearer: string | null; bookmark: string | null };

/**
 * What may write reads the primary: a webhook that decides by a lagging replica decides wrongly. So does a program with
 * a bearer token, which keeps no bookmark. Everyone else reads nearby, at least as late as their browser's last write.
 */
function d1Constraint({ method, path, bearer, bookmark }: D1Request): string {
	const mayWrite = !["GET", "HEAD"].includes(method) || path.startsWith("/auth/");
	return mayWrite || bearer !== null ? "first-primary" : (bookmark ?? "first-unconstrained");
}

function openAt(env: Env, meter: Meter, constraint: string) {
	const d1 = env.DB.withSession(constraint);
	return { d1, db: connectDatabase(env, d1, meter) };
}

async function withTimeout<Result>(reading: Promise<Result>): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const error = new Error(`The bookmark was not reached within ${maxBookmarkWaitMs} ms`);
		timer = setTimeout(() => reject(error), maxBookmarkWaitMs);
	});
	return Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
}

/** Where no session was found, perhaps no query was sent: `select 1` shows whether D1 accepts the bookmark. */
async function probe<Found>(db: Database, read: (db: Database) => Promise<Found>): Promise<Found> {
	const found = await read(db);
	if (found === null) await db.run(sql`select 1`);
	return found;
}

/**
 * Opens the D1 session of one request. A bookmark that D1 cannot reach, such as one of a database that was replaced, is dropped
 * for the primary.
 * @param read the first read; it need not query the database
 * @returns `replaced`: whether the visitor's bookmark was dropped
 */
async function startD1Session<Found>(
	env: Env,
	meter: Meter,
	request: D1Request,
	read: (db: Database) => Promise<Found>,
) {
	const constraint = d1Constraint(request);
	const near = openAt(env, meter, constraint);
	if (constraint !== request.bookmark) return { ...near, found: read(near.db), replaced: false };
	try {
		const found = await withTimeout(probe(near.db, read));
		return { ...near, found: Promise.resolve(found), replaced: false };
	} catch (error) {
		console.error("bookmark", forLog(error));
		const primary = openAt(env, meter, "first-primary");
		return { ...primary, found: probe(primary.db, read), replaced: true };
	}
}

const findSession = async (db: Database, bearer: string | null, secret: string | null) => {
	if (bearer) return getBearerSession(db, bearer);
	return secret ? getSession(db, secret) : null;
};

async function orSessionError(found: Promise<Session | null>) {
	try {
		return { session: await found, sessionError: null };
	} catch (error) {
		const sessionError = toShopError(error);
		if (!sessionError) throw error;
		console.error("session", forLog(error));
		return { session: null, sessionError };
	}
}

export const loadRequestContext = createMiddleware<AppEnv>(async (context, next) => {
	const { env, req, executionCtx } = context;
	const cookies = createCookies(req.raw);
	context.set("cookies", cookies);
	const secret = cookies.get("session") ?? null;
	const address = req.header("CF-Connecting-IP") ?? "";
	const [bearer, meter] = [bearerToken(req.raw), context.get("meter")];
	const request = { method: req.method, path: req.path, bearer, bookmark: readBookmark(cookies) };
	const { d1, db, found, replaced } = await startD1Session(env, meter, request, (at) =>
		findSession(at, bearer, secret),
	);
	const { session, sessionError } = await orSessionError(found);
	context.set("sessionError", sessionError);
	if (session?.renewed && secret) {
		cookies.setSession({ token: secret, expiresAt: session.renewed });
	}
	const edge = createEdge((tags) => executionCtx.exports.Storefront.purge(tags));
	const shop: Shop = {
		db,
		account: session?.account ?? null,
		env,
		origin: env.SHOP_ORIGIN,
		waitUntil: (work) => executionCtx.waitUntil(work()),
		edge,
		purge: purgeLater(edge),
		visitor: {
			address,
			network: networkOf(address),
			request: context.get("requestId"),
			sessionId: session?.id ?? null,
			tokenExpiresAt: session?.tokenExpiresAt ?? null,
		},
	};
	context.set("shop", shop);
	await next();
	if (edge.tagsToPurge.size > 0) executionCtx.waitUntil(purgeChanged(shop));
	const bookmark = d1.getBookmark();
	if (bookmark && (meter.wrote || replaced)) cookies.set("bookmark", bookmark);
	cookies.send(context.res);
});

/**
 * The shop without a visitor: of pages that are cached for everyone, and of the sweep. Both read the primary: a page made
 * from a lagging replica after a purge would stay cached, and a sweep that decides by one would decide wrongly.
 * @param request the id of the request, for the log; never shown on a page that is cached
 */
export function createAnonymousShop(
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
	purge: Edge["purge"],
	{ meter = createMeter(), request = "" } = {},
): Shop {
	const edge = createEdge(purge);
	return {
		db: connectDatabase(env, env.DB.withSession("first-primary"), meter),
		account: null,
		env,
		origin: env.SHOP_ORIGIN,
		waitUntil: (work) => ctx.waitUntil(work()),
		edge,
		purge: purgeLater(edge),
		visitor: { address: "", network: "", request, sessionId: null, tokenExpiresAt: null },
	};
}
