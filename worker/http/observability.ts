import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import * as v from "valibot";
import { codeForStatus } from "#contract/errors.ts";
import { pagePattern } from "#contract/permissions.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createMeter, type Meter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { AppEnv } from "./request-context.ts";

/** React Router's script fetches data as `/dashbord.data`, of home as `/_.data`, and at `/__manifest` which pages there are. */
function pageRoute(path: string): string {
	if (["/__manifest", "/_.data"].includes(path)) return path;
	const page = /^(.+)\.data$/.exec(path)?.[1];
	return page === undefined ? pagePattern(path) : `${pagePattern(page)}.data`;
}

/**
 * The route without anything that a visitor wrote: an email, an id or a token in a path becomes its placeholder.
 * @returns the pattern of a call or a page: `/orders/:email`, `/tools/:id`, its data `/tools/:id.data`, unknown paths `/*`
 */
export function routePattern(context: Context<AppEnv>): string {
	const call = matchedRoutes(context).find(({ path }) => !path.includes("*"));
	return call?.path ?? pageRoute(context.req.path);
}

/**
 * What a write has read would show strangers whether an account exists (OWASP Authentication Cheat Sheet, "Authentication
 * Responses"): beyond the local shop only reads send `Server-Timing`.
 */
const mayShowTiming = ({ method }: Request, env: Env): boolean =>
	method === "GET" || method === "HEAD" || env.SANDBOX !== undefined;

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/**
 * Counts what a request costs, sends it as `Server-Timing` where that is safe, and writes its line (docs/operations.md), in
 * which only the method comes from the visitor.
 */
export const logRequest = createMiddleware<AppEnv>(async (context, next) => {
	const { env, req } = context;
	const began = performance.now();
	const meter = createMeter();
	context.set("meter", meter);
	await next();
	const ms = rounded(performance.now() - began);
	const { statements, roundTrips } = meter;
	const { status, headers } = context.res;
	if (mayShowTiming(req.raw, env)) {
		const counts = `${statements} statements, ${roundTrips} round trips`;
		headers.set("Server-Timing", `d1;desc="${counts}", total;dur=${ms}`);
	}
	const shop: AppEnv["Variables"]["shop"] | undefined = context.get("shop");
	// A failure is an error to Workers Logs; a rejected request is not.
	const write = status < 500 ? console.log : console.error;
	const line = {
		request: context.get("requestId"),
		method: req.method,
		route: routePattern(context),
		status,
		ms,
		statements,
		roundTrips,
		account: shop?.account?.role ?? "visitor",
		code: codeForStatus(status) ?? undefined,
		cache: context.get("cache"),
	};
	write(JSON.stringify(line));
});

/** Statuses that an attack gets: bad input, not signed in, forbidden, too large, wrong media type, rate limited. */
const rejections = new Set([400, 401, 403, 413, 415, 429]);

/** Writes a security event for every rejected request: pages, calls and middleware alike. */
export const logRejectedRequests = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { req, res } = context;
	if (!rejections.has(res.status)) return;
	const shop: AppEnv["Variables"]["shop"] | undefined = context.get("shop");
	logSecurity(
		{ address: req.header("CF-Connecting-IP") ?? "", request: context.get("requestId") },
		{
			event: "request refused",
			user: shop?.account?.id ?? null,
			about: `${req.method} ${routePattern(context)} ${res.status}`,
		},
	);
});

/** From the Storefront to the request that it renders for. */
const statsHeader = "X-Render-Stats";

const stats = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ request: v.string(), statements: v.number(), roundTrips: v.number() }),
);

/** Workers Cache stores the stats with the page. @param request the id of the request that the page is rendered for */
export const attachRenderStats = ({ headers }: Response, request: string, meter: Meter): void =>
	headers.set(statsHeader, JSON.stringify({ request, ...meter }));

/**
 * Removes the stats from a page, and adds them to the meter. A cached copy has those of an earlier request, and cost this one
 * nothing.
 * @returns whether the page was rendered for this request: a cache miss
 */
export function readRenderStats({ headers }: Response, request: string, meter: Meter): boolean {
	const parsed = v.safeParse(stats, headers.get(statsHeader));
	headers.delete(statsHeader);
	if (!parsed.success || parsed.output.request !== request) return false;
	meter.statements += parsed.output.statements;
	meter.roundTrips += parsed.output.roundTrips;
	return true;
}
