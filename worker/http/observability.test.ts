import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryStats } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import {
	attachRenderStats,
	getRoutePattern,
	logRejectedRequests,
	logRequest,
	takeRenderStats,
} from "./observability.ts";
import type { AppEnv } from "./request-context.ts";

const spyOnLogs = () => ({
	log: vi.spyOn(console, "log").mockReturnValue(undefined),
	error: vi.spyOn(console, "error").mockReturnValue(undefined),
});
let logs = spyOnLogs();
beforeEach(() => {
	logs = spyOnLogs();
});
afterEach(() => vi.restoreAllMocks());

const account = { id: "1", email: "ada@example.com", name: "Ada", role: "admin" } as const;

/** Sends a request, as an admin unless `isSignedIn` is false, to an app that responds with this status. */
function send(
	status: number,
	{ env = {}, method = "GET", isCached = false, isSignedIn = true } = {},
) {
	const app = new Hono<AppEnv>()
		.use(async (context, next) => {
			context.set("requestId", "id");
			if (isSignedIn) context.set("shop", { account } as ShopContext);
			if (isCached) context.set("cache", "hit");
			await next();
		})
		.use(logRejectedRequests, logRequest)
		.all("/orders/:id", () => new Response(null, { status }));
	const headers = { "CF-Connecting-IP": "192.0.2.7" };
	return app.request("/orders/secret", { method, headers }, env as Env);
}

const getLines = (spy: typeof logs.log) => spy.mock.calls.map(([line]) => JSON.parse(String(line)));

test.each([400, 401, 403, 413, 415, 429])(
	"a request that is rejected with %i is logged as a security event",
	async (status) => {
		await send(status);
		expect(getLines(logs.log)).toMatchObject([
			{ request: "id", status },
			{
				security: "request rejected",
				user: "1",
				address: "192.0.2.7",
				request: "id",
				about: `GET /orders/:id ${status}`,
			},
		]);
	},
);

test.each([200, 303, 402, 404, 409])(
	"a response with status %i is not logged as a security event",
	async (status) => {
		await send(status);
		expect(getLines(logs.log)).toHaveLength(1);
	},
);

test("writes one log line for each request, with its statements and round trips but not its input", async () => {
	await send(404, { isCached: true });
	await send(503, { isSignedIn: false });
	const costs = { statements: 0, roundTrips: 0, ms: expect.any(Number) };
	const line = { request: "id", method: "GET", route: "/orders/:id", ...costs };
	expect(getLines(logs.log)).toEqual([
		{ ...line, status: 404, account: "admin", code: "not_found", cache: "hit" },
	]);
	const failure = { ...line, status: 503, account: "visitor", code: "unavailable" };
	expect(getLines(logs.error), "a failure is logged as an error").toEqual([failure]);
	await send(200);
	expect(getLines(logs.log).at(-1)).toEqual({ ...line, status: 200, account: "admin" });
});

test("only the local shop sends Server-Timing for a write", async () => {
	const hasTiming = async (options: Parameters<typeof send>[1]) =>
		(await send(200, options)).headers.has("Server-Timing");
	expect(await hasTiming({})).toBe(true);
	expect(await hasTiming({ method: "POST" })).toBe(false);
	expect(await hasTiming({ method: "POST", env: { SANDBOX: {} } })).toBe(true);
});

const patternApp = new Hono<AppEnv>()
	.use(async (context, next) => {
		await next();
		context.res = new Response(getRoutePattern(context));
	})
	.get("/orders/:email", (context) => context.text("a call"))
	.all("/orders/:part", (context) => context.text("another method"))
	.all("*", (context) => context.text("a page"));

const getPattern = async (path: string, method = "GET") =>
	(await patternApp.request(path, { method })).text();

test.each([
	["/", "/"],
	["/?q=ada@example.com", "/"],
	["/orders/ada@example.com", "/orders/:email"],
	["/orders/ada%40example.com?after=1.x", "/orders/:email"],
	["/tools/91bf64477569ca16a3b06f66", "/tools/:id"],
	["/tools/91bf64477569ca16a3b06f66.data", "/tools/:id.data"],
	["/reset-password?token=abc", "/reset-password"],
	["/dashbord/addReview/", "/dashbord/addreview"],
	["/dashbord/orders.csv", "/dashbord/orders.csv"],
	["/ada@example.com", "/*"],
	["/dashbord/ada@example.com.data", "/*.data"],
	["/*", "/*"],
])("the path %s is logged as %s", async (path, route) => {
	expect(await getPattern(path)).toBe(route);
});

test("logs only the path's pattern for a request with an unsupported method", async () => {
	expect(await getPattern("/orders/ada@example.com", "PATCH")).toBe("/orders/:part");
});

const renderStats = { statements: 3, roundTrips: 1, hasWritten: false };

function createPageWithStats(request: string) {
	const page = new Response("page");
	attachRenderStats(page, request, renderStats);
	return page;
}

test("the stats of rendering a page count for the request that rendered it", () => {
	const [page, queryStats] = [createPageWithStats("own"), createQueryStats()];
	expect(takeRenderStats(page, "own", queryStats)).toBe(true);
	expect(queryStats).toEqual(renderStats);
});

test("the stats of a cached page do not count again", () => {
	const [page, queryStats] = [createPageWithStats("other"), createQueryStats()];
	expect(takeRenderStats(page, "own", queryStats)).toBe(false);
	expect(queryStats).toEqual(createQueryStats());
});

test("removes the header with the stats from the response", () => {
	const page = createPageWithStats("own");
	takeRenderStats(page, "other", createQueryStats());
	expect([...page.headers.keys()]).toEqual([...new Response("page").headers.keys()]);
});
