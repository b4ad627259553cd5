import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { Cookies } from "#app/lib/context.ts";
import type { ShopError } from "#contract/errors.ts";
import { getBearerSession, getSession, type Session } from "#worker/auth/sessions.ts";
import { connectDatabase, createMeter, type Database, type Meter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { collectTags, createEdge, type Edge, type Shop } from "#worker/shop/context.ts";
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
		/** Set for public pages and images. */
		cache?: "hit" | "miss";
		/** Why the session could not be read, such as a database outage. */
		sessionError: ShopError | null;
	};
};

export const bearerToken = (request: Request): string | null =>
	/^Bearer ([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;

/** Returns the key of rate limits by address. An IPv6 household has an entire /64 (RFC 6177). @param address `CF-Connecting-IP` */
export function networkOf(address: string): string {
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

/** A D1 bookmark names a version of the database. A replica never reaches a bookmark of a database that was replaced. */
const maxBookmarkWaitMs = 3000;

/** D1 rejects any other text. */
const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;

function readBookmark(cookies: Cookies): string | null {
	const bookmark = cookies.get("bookmark") ?? "";
	return bookmarkPattern.test(bookmark) ? bookmark : null;
}

type D1Request = { method: string; path: string; bearer: string | null; bookmark: string | null };

/**
 * Requests that may write read the primary: a lagging replica would mislead them. So do API clients with a bearer token, which
 * store no bookmark. All others read a replica that has their browser's last write.
 */
function d1Constraint({ method, path, bearer, bookmark }: D1Request): string {
	const mayWrite = !["GET", "HEAD"].includes(method) || path.startsWith("/auth/");
	return mayWrite || bearer !== null ? "first-primary" : (bookmark ?? "first-unconstrained");
}

function connectD1(env: Env, meter: Meter, constraint: string) {
	const d1 = env.DB.withSession(constraint);
	return { d1, db: connectDatabase(env, d1, meter) };
}

async function withBookmarkTimeout<Result>(query: Promise<Result>): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const error = new Error(`The bookmark was not reached within ${maxBookmarkWaitMs} ms`);
		timer = setTimeout(() => reject(error), maxBookmarkWaitMs);
	});
	return Promise.race([query, timeout]).finally(() => clearTimeout(timer));
}

/** Sends at least one query, to see whether D1 accepts the bookmark: without a session cookie `read` sends none. */
async function probe<Row>(db: Database, read: (db: Database) => Promise<Row>): Promise<Row> {
	const row = await read(db);
	if (row === null) await db.run(sql`select 1`);
	return row;
}

/** Starts the D1 session of one request. If D1 does not reach the bookmark, the request reads the primary. */
async function startD1Session<Row>(
	env: Env,
	meter: Meter,
	request: D1Request,
	read: (db: Database) => Promise<Row>,
) {
	const constraint = d1Constraint(request);
	const connection = connectD1(env, meter, constraint);
	if (constraint !== request.bookmark) {
		return { ...connection, row: read(connection.db), isBookmarkDropped: false };
	}
	try {
		const row = await withBookmarkTimeout(probe(connection.db, read));
		return { ...connection, row: Promise.resolve(row), isBookmarkDropped: false };
	} catch (error) {
		console.error("bookmark", forLog(error));
		const primary = connectD1(env, meter, "first-primary");
		return { ...primary, row: probe(primary.db, read), isBookmarkDropped: true };
	}
}

const findSession = async (db: Database, bearer: string | null, secret: string | null) => {
	if (bearer) return getBearerSession(db, bearer);
	return secret ? getSession(db, secret) : null;
};

async function readSession(row: Promise<Session | null>) {
	try {
		return { session: await row, sessionError: null };
	} catch (error) {
		const sessionError = toShopError(error);
		if (!sessionError) throw error;
		console.error("session", forLog(error));
		return { session: null, sessionError };
	}
}

function createShop(
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
	purge: Edge["purge"],
	request: Pick<Shop, "db" | "account" | "visitor">,
): Shop {
	const edge = createEdge(purge);
	const waitUntil: Shop["waitUntil"] = (work) => ctx.waitUntil(work());
	return { ...request, env, origin: env.SHOP_ORIGIN, waitUntil, edge, purge: collectTags(edge) };
}

export const loadRequestContext = createMiddleware<AppEnv>(async (context, next) => {
	const { env, req, executionCtx } = context;
	const cookies = createCookies(req.raw);
	context.set("cookies", cookies);
	const secret = cookies.get("session") ?? null;
	const address = req.header("CF-Connecting-IP") ?? "";
	const [bearer, meter] = [bearerToken(req.raw), context.get("meter")];
	const request = { method: req.method, path: req.path, bearer, bookmark: readBookmark(cookies) };
	const { d1, db, row, isBookmarkDropped } = await startD1Session(env, meter, request, (db) =>
		findSession(db, bearer, secret),
	);
	const { session, sessionError } = await readSession(row);
	context.set("sessionError", sessionError);
	if (session?.extendedTo && secret) {
		cookies.setSession({ token: secret, expiresAt: session.extendedTo });
	}
	const visitor = {
		address,
		network: networkOf(address),
		request: context.get("requestId"),
		sessionId: session?.id ?? null,
		tokenExpiresAt: session?.tokenExpiresAt ?? null,
	};
	const purge = (tags: string[]) => executionCtx.exports.Storefront.purge(tags);
	const account = session?.account ?? null;
	const shop = createShop(env, executionCtx, purge, { db, account, visitor });
	context.set("shop", shop);
	await next();
	if (shop.edge.tagsToPurge.size > 0) executionCtx.waitUntil(purgeChanged(shop));
	const bookmark = d1.getBookmark();
	if (bookmark && (meter.hasWritten || isBookmarkDropped)) cookies.set("bookmark", bookmark);
	cookies.send(context.res);
});

/**
 * Creates the shop for pages in Workers Cache and for the sweep. Both read the primary: a page rendered from a lagging replica after
 * a purge would stay cached, and the replica would mislead the sweep.
 * @param request the request id, for the log; never shown on a cached page
 */
export function createAnonymousShop(
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
	purge: Edge["purge"],
	{ meter = createMeter(), request = "" } = {},
): Shop {
	const { db } = connectD1(env, meter, "first-primary");
	const visitor = { address: "", network: "", request, sessionId: null, tokenExpiresAt: null };
	return createShop(env, ctx, purge, { db, account: null, visitor });
}
