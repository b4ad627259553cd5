import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import * as v from "valibot";
import { codeForStatus, type ErrorCode } from "#contract/errors.ts";
import { pagePattern } from "#contract/permissions.ts";
import type { Role } from "#contract/roles.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createMeter, type Meter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { AppEnv } from "./request-context.ts";

/** The data of a page as React Router's script fetches it: `/dashbord.data`, and of the home page `/_.data`. */
const pageData = /^(.+)\.data$/;

/** Where React Router's script looks up which pages there are. */
const manifest = "/__manifest";

function pageRoute(path: string): string {
	if (path === manifest) return manifest;
	const page = pageData.exec(path)?.[1];
	if (page === undefined) return pagePattern(path);
	return `${page === "/_" ? page : pagePattern(page)}.data`;
}

/**
 * The route without anything that a visitor wrote: an email, an id or a token in a path becomes its placeholder.
 * @returns the pattern of a call or a page: `/orders/:email`, `/tools/:id`, its data `/tools/:id.data`, unknown paths `/*`
 */
export function routePattern(context: Context<AppEnv>): string {
	const call = matchedRoutes(context).find(({ path }) => !path.includes("*"));
	return call?.path ?? pageRoute(context.req.path);
}

/** One line per request (docs/operations.md). Only the method comes from the visitor. */
type RequestLine = {
	request: string;
	method: string;
	/** The pattern, never the path. */
	route: string;
	status: number;
	ms: number;
	/** Of D1, until the response was ready. */
	statements: number;
	roundTrips: number;
	account: Role | "visitor";
	code?: ErrorCode;
	/** Of a public page or image: whether Workers Cache had it. */
	cache?: "hit" | "miss";
};

/** A failure is an error to Workers Logs; a rejected request is not. */
const write = (line: RequestLine) =>
	(line.status < 500 ? console.log : console.error)(JSON.stringify(line));

/**
 * What a write has read would show strangers whether an account exists (OWASP Authentication Cheat Sheet, "Authentication
 * Responses"): beyond the local shop only reads send `Server-Timing`.
 */
const mayShowTiming = ({ method }: Request, env: Env): boolean =>
	method === "GET" || method === "HEAD" || env.SANDBOX !== undefined;

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** Counts what a request costs, sends it as `Server-Timing` where that is safe, and writes its line. */
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
	const code = codeForStatus(status);
	const cache = context.get("cache");
	write({
		request: context.get("requestId"),
		method: req.method,
		route: routePattern(context),
		status,
		ms,
		statements,
		roundTrips,
		account: shop?.account?.role ?? "visitor",
		...(code && { code }),
		...(cache && { cache }),
	});
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

/** From the Storefront to the request that it renders for; removed before the response leaves. */
const statsHeader = "X-Render-Stats";

const stats = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ request: v.string(), statements: v.number(), roundTrips: v.number() }),
);

/** Attaches which request a page was rendered for, and what that cost. Workers Cache stores it with the page. */
export const attachRenderStats = ({ headers }: Response, request: string, meter: Meter): void =>
	headers.set(statsHeader, JSON.stringify({ request, ...meter }));

/**
 * Removes the stats from a page. A cached copy has those of an earlier request, and cost this one nothing.
 * @param meter of this request, to which the cost is added if the page was rendered for it
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
