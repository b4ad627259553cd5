import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import * as v from "valibot";
import { codeForStatus } from "#contract/errors.ts";
import { getPagePattern } from "#contract/permissions.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createQueryStats, type QueryStats } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { AppEnv } from "./request-context.ts";

/** Returns the route of a page. React Router's script also requests a page's data, such as `/dashbord.data`. */
function getPageRoute(path: string): string {
	const page = /^(.+)\.data$/.exec(path)?.[1];
	return page === undefined ? getPagePattern(path) : `${getPagePattern(page)}.data`;
}

/** Returns the pattern of the requested route, such as `/orders/:email`, so that no email, id or token is logged. */
export function getRoutePattern(context: Context<AppEnv>): string {
	const call = matchedRoutes(context).find(({ path }) => !path.includes("*"));
	return call?.path ?? getPageRoute(context.req.path);
}

/** The number of statements in a write would reveal whether an account exists (OWASP Authentication Cheat Sheet). */
const maySendTiming = ({ method }: Request, env: Env): boolean =>
	method === "GET" || method === "HEAD" || env.SANDBOX !== undefined;

/**
 * Writes the log line of a request (docs/operations.md), and sends its statements and round trips as `Server-Timing` if
 * `maySendTiming` allows it.
 */
export const logRequest = createMiddleware<AppEnv>(async (context, next) => {
	const { env, req } = context;
	const startedAt = performance.now();
	const queryStats = createQueryStats();
	context.set("queryStats", queryStats);
	await next();
	const ms = Math.round((performance.now() - startedAt) * 10) / 10;
	const { statements, roundTrips } = queryStats;
	const { status, headers } = context.res;
	if (maySendTiming(req.raw, env)) {
		const counts = `${statements} statements, ${roundTrips} round trips`;
		headers.set("Server-Timing", `d1;desc="${counts}", total;dur=${ms}`);
	}
	const shop: AppEnv["Variables"]["shop"] | undefined = context.get("shop");
	// Workers Logs marks lines of `console.error` as errors.
	const writeLine = status < 500 ? console.log : console.error;
	const line = {
		request: context.get("requestId"),
		method: req.method,
		route: getRoutePattern(context),
		status,
		ms,
		statements,
		roundTrips,
		account: shop?.account?.role ?? "visitor",
		code: codeForStatus(status) ?? undefined,
		cache: context.get("cache"),
	};
	writeLine(JSON.stringify(line));
});

/** Statuses of requests that may be part of an attack. */
const rejectedStatuses = new Set([400, 401, 403, 413, 415, 429]);

/** Writes rejected requests to the security log. */
export const logRejectedRequests = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { req, res } = context;
	if (!rejectedStatuses.has(res.status)) return;
	const shop: AppEnv["Variables"]["shop"] | undefined = context.get("shop");
	logSecurity(
		{ address: req.header("CF-Connecting-IP") ?? "", requestId: context.get("requestId") },
		{
			event: "request rejected",
			user: shop?.account?.id ?? null,
			about: `${req.method} ${getRoutePattern(context)} ${res.status}`,
		},
	);
});

/** Passes the stats of a page from the Storefront entrypoint to the request that rendered the page. */
const statsHeader = "X-Render-Stats";

const statsSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ request: v.string(), statements: v.number(), roundTrips: v.number() }),
);

/**
 * Workers Cache stores the stats with the page.
 * @param requestId - of the request that rendered the page
 */
export const attachRenderStats = (
	{ headers }: Response,
	requestId: string,
	queryStats: QueryStats,
): void => headers.set(statsHeader, JSON.stringify({ request: requestId, ...queryStats }));

/**
 * Removes a page's stats and adds them to `queryStats`.
 * @returns false for a cached page, whose stats belong to an earlier request
 */
export function takeRenderStats(
	{ headers }: Response,
	requestId: string,
	queryStats: QueryStats,
): boolean {
	const parsed = v.safeParse(statsSchema, headers.get(statsHeader));
	headers.delete(statsHeader);
	if (!parsed.success || parsed.output.request !== requestId) return false;
	queryStats.statements += parsed.output.statements;
	queryStats.roundTrips += parsed.output.roundTrips;
	return true;
}
