import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { Cookies } from "#app/lib/context.ts";
import type { ShopError } from "#contract/errors.ts";
import { markMissingSecondFactor } from "#worker/auth/mark-missing-second-factor.ts";
import { getBearerSession, getSession, type Session } from "#worker/auth/sessions.ts";
import {
	connectDatabase,
	createQueryStats,
	type Database,
	type QueryStats,
} from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { logError } from "#worker/services/log-error.ts";
import { moveVisitorBasket } from "#worker/shop/basket/visitor.ts";
import {
	createEdgeCacheState,
	createTagCollector,
	type EdgeCacheState,
	type ShopContext,
} from "#worker/shop/context.ts";
import { logFailure, toShopError } from "#worker/shop/errors.ts";
import { purgeChangedPages } from "#worker/shop/purges.ts";
import { createCookies } from "./cookies.ts";
import { describeDevice, readCountry } from "./device.ts";

export type AppEnv = {
	Bindings: Env;
	Variables: {
		shop: ShopContext;
		cookies: Cookies;
		requestId: string;
		queryStats: QueryStats;
		/** Set for public pages and images. */
		cache?: "hit" | "miss";
		/** Why the session could not be read, such as a database outage. */
		sessionError: ShopError | null;
	};
};

export const getBearerToken = (request: Request): string | null =>
	/^Bearer ([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

/** Returns the rate limit key of an IP address. An IPv6 subscriber gets at least a /64 (RFC 6177), so its addresses share one key. */
export function getNetwork(address: string): string {
	if (!address.includes(":") || address.includes(".")) return address;
	// The URL parser normalizes an IPv6 address, with the longest run of zeros shortened to `::`.
	const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
	if (!host) return address;
	const [head = [], tail] = host.split("::").map((half) => half.split(":").filter(Boolean));
	const groups = [...head];
	if (tail)
		groups.push(...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail);
	return `${groups.slice(0, 4).join(":")}::/64`;
}

/** A D1 bookmark names a version of a database. Once another database has replaced it, no replica ever reaches the bookmark. */
const maxBookmarkWaitMs = 3000;

/** D1 rejects any other value. */
const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;

function readBookmark(cookies: Cookies): string | null {
	const bookmark = cookies.get("bookmark") ?? "";
	return bookmarkPattern.test(bookmark) ? bookmark : null;
}

type D1Request = { method: string; path: string; bearer: string | null; bookmark: string | null };

/**
 * Requests that might write use the primary, because a replica can lag behind it. So do API clients with a bearer token, which
 * store no bookmark. All others use a replica that has their browser's last write.
 */
function chooseConstraint({ method, path, bearer, bookmark }: D1Request): string {
	const mayWrite = !["GET", "HEAD"].includes(method) || path.startsWith("/auth/");
	return mayWrite || bearer !== null ? "first-primary" : (bookmark ?? "first-unconstrained");
}

function connectD1(env: Env, queryStats: QueryStats, constraint: string) {
	const d1 = env.DB.withSession(constraint);
	return { d1, db: connectDatabase(env, d1, queryStats) };
}

async function withBookmarkTimeout<Result>(query: Promise<Result>): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const error = new Error(`The bookmark was not reached within ${maxBookmarkWaitMs} ms`);
		timer = setTimeout(() => reject(error), maxBookmarkWaitMs);
	});
	return Promise.race([query, timeout]).finally(() => clearTimeout(timer));
}

/** Sends at least one query, to see whether D1 accepts the bookmark, because `read` sends none without a session cookie. */
async function readOrPing<Row>(db: Database, read: (db: Database) => Promise<Row>): Promise<Row> {
	const row = await read(db);
	if (row === null) await db.run(sql`select 1`);
	return row;
}

/** Starts the D1 session of one request. If D1 does not reach the bookmark, the request reads the primary. */
async function startD1Session<Row>(
	env: Env,
	queryStats: QueryStats,
	d1Request: D1Request,
	read: (db: Database) => Promise<Row>,
) {
	const constraint = chooseConstraint(d1Request);
	const connection = connectD1(env, queryStats, constraint);
	if (constraint !== d1Request.bookmark) {
		return { ...connection, sessionRow: read(connection.db), isBookmarkDropped: false };
	}
	try {
		const row = await withBookmarkTimeout(readOrPing(connection.db, read));
		return { ...connection, sessionRow: Promise.resolve(row), isBookmarkDropped: false };
	} catch (error) {
		logError("bookmark", error);
		const primary = connectD1(env, queryStats, "first-primary");
		return { ...primary, sessionRow: readOrPing(primary.db, read), isBookmarkDropped: true };
	}
}

const findSession = async (db: Database, bearer: string | null, sessionToken: string | null) => {
	if (bearer) return getBearerSession(db, bearer);
	return sessionToken ? getSession(db, sessionToken) : null;
};

async function readSession(sessionRow: Promise<Session | null>) {
	try {
		return { session: await sessionRow, sessionError: null };
	} catch (error) {
		const sessionError = toShopError(error);
		if (!sessionError) throw error;
		logError("session", error);
		return { session: null, sessionError };
	}
}

function createContext(
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
	purgeNow: EdgeCacheState["purgeNow"],
	parts: Pick<ShopContext, "db" | "account" | "visitor">,
): ShopContext {
	const edgeCache = createEdgeCacheState(purgeNow);
	return {
		...parts,
		env,
		origin: env.SHOP_ORIGIN,
		waitUntil: (work) => ctx.waitUntil(work()),
		edgeCache,
		purgeAfterResponse: createTagCollector(edgeCache),
	};
}

export const loadRequestContext = createMiddleware<AppEnv>(async (context, next) => {
	const { env, req, executionCtx } = context;
	const cookies = createCookies(req.raw);
	context.set("cookies", cookies);
	const sessionToken = cookies.get("session") ?? null;
	const address = req.header("CF-Connecting-IP") ?? "";
	const [bearer, queryStats] = [getBearerToken(req.raw), context.get("queryStats")];
	const d1Request = { method: req.method, path: req.path, bearer, bookmark: readBookmark(cookies) };
	const read = (db: Database) => findSession(db, bearer, sessionToken);
	const { d1, db, sessionRow, isBookmarkDropped } = await startD1Session(
		env,
		queryStats,
		d1Request,
		read,
	);
	const { session, sessionError } = await readSession(sessionRow);
	context.set("sessionError", sessionError);
	if (session?.extendedTo && sessionToken) {
		cookies.setSession({ token: sessionToken, expiresAt: session.extendedTo });
	}
	const visitor = {
		address,
		network: getNetwork(address),
		requestId: context.get("requestId"),
		// A getter, because only sign-ins need it.
		get device() {
			return describeDevice(req.header("User-Agent") ?? "");
		},
		country: readCountry(req.raw),
		sessionId: session?.id ?? null,
		authenticatedAt: session?.authenticatedAt ?? null,
		tokenExpiresAt: session?.tokenExpiresAt ?? null,
	};
	const purgeNow = (tags: string[]) => executionCtx.exports.Storefront.purge(tags);
	const account = session && markMissingSecondFactor(env, session.account, session.hasSecondFactor);
	const shop = createContext(env, executionCtx, purgeNow, { db, account, visitor });
	context.set("shop", shop);
	await next();
	const signedInAccount = cookies.getSignedInAccount();
	// If the move fails, the basket stays in its cookie, and the basket page tries again.
	if (signedInAccount)
		await moveVisitorBasket({ ...shop, account: signedInAccount }, cookies).catch(
			logFailure("basket"),
		);
	if (shop.edgeCache.tagsToPurge.size > 0) executionCtx.waitUntil(purgeChangedPages(shop));
	const bookmark = d1.getBookmark();
	if (bookmark && (queryStats.hasWritten || isBookmarkDropped)) cookies.set("bookmark", bookmark);
	cookies.send(context.res);
});

/**
 * Creates the context for pages in Workers Cache and for the sweep. Both read the primary, because a page rendered from a lagging
 * replica after a purge would stay cached, and the sweep would act on old data.
 * @param requestId - for the log; never shown on a cached page
 */
export function createAnonymousContext(
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
	purgeNow: EdgeCacheState["purgeNow"],
	{ queryStats = createQueryStats(), requestId = "" } = {},
): ShopContext {
	const { db } = connectD1(env, queryStats, "first-primary");
	const visitor = {
		address: "",
		network: "",
		requestId,
		device: "",
		country: null,
		sessionId: null,
		authenticatedAt: null,
		tokenExpiresAt: null,
	};
	return createContext(env, ctx, purgeNow, { db, account: null, visitor });
}
