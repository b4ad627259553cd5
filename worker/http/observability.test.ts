import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMeter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import {
	attachRenderStats,
	logRejectedRequests,
	logRequest,
	readRenderStats,
	routePattern,
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

/** Asks an app that answers so, as an admin. */
function ask(status: number, { env = {}, method = "GET", cached = false, who = true } = {}) {
	const app = new Hono<AppEnv>()
		.use(async (context, next) => {
			context.set("requestId", "id");
			if (who) context.set("shop", { account } as Shop);
			if (cached) context.set("cache", "hit");
			await next();
		})
		.use(logRejectedRequests, logRequest)
		.all("/orders/:id", () => new Response(null, { status }));
	const headers = { "CF-Connecting-IP": "192.0.2.7" };
	return app.request("/orders/secret", { method, headers }, env as Env);
}

const linesOf = (spy: typeof logs.log) => spy.mock.calls.map(([line]) => JSON.parse(String(line)));

test.each([400, 401, 403, 413, 415, 429])(
	"a request that is refused by %i is noted",
	async (status) => {
		await ask(status);
		expect(linesOf(logs.log)).toMatchObject([
			{ request: "id", status },
			{
				...{ security: "request refused", user: "1", address: "192.0.2.7", request: "id" },
				about: `GET /orders/:id ${status}`,
			},
		]);
	},
);

test.each([200, 303, 402, 404, 409])(
	"a status of %i is not logged as a refusal",
	async (status) => {
		await ask(status);
		expect(linesOf(logs.log)).toHaveLength(1);
	},
);

test("a request is one log line, with its cost and without its input", async () => {
	await ask(404, { cached: true });
	await ask(503, { who: false });
	const costs = { statements: 0, roundTrips: 0, ms: expect.any(Number) };
	const line = { request: "id", method: "GET", route: "/orders/:id", ...costs };
	expect(linesOf(logs.log)).toEqual([
		{ ...line, status: 404, account: "admin", code: "not_found", cache: "hit" },
	]);
	const broken = { ...line, status: 503, account: "visitor", code: "unavailable" };
	expect(linesOf(logs.error), "what broke is an error").toEqual([broken]);
	await ask(200);
	expect(linesOf(logs.log).at(-1)).toEqual({ ...line, status: 200, account: "admin" });
});

test("the cost of a write is shown in the local shop only", async () => {
	const timed = async (asked: Parameters<typeof ask>[1]) =>
		(await ask(200, asked)).headers.has("Server-Timing");
	expect(await timed({})).toBe(true);
	expect(await timed({ method: "POST" })).toBe(false);
	expect(await timed({ method: "POST", env: { SANDBOX: {} } })).toBe(true);
});

const routed = new Hono<AppEnv>()
	.use(async (context, next) => {
		await next();
		context.res = new Response(routePattern(context));
	})
	.get("/orders/:email", (context) => context.text("a call"))
	.all("/orders/:part", (context) => context.text("another method"))
	.all("*", (context) => context.text("a page"));

const routeAt = async (path: string, method = "GET") =>
	(await routed.request(path, { method })).text();

test.each([
	["/", "/"],
	["/?q=ada@example.com", "/"],
	["/_.data?page=1", "/_.data"],
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
	["/__manifest?paths=%2Fdashbord%2Fada@example.com", "/__manifest"],
])("%s is logged as %s", async (path, route) => {
	expect(await routeAt(path)).toBe(route);
});

test("an unsupported method is logged by its path pattern only", async () => {
	expect(await routeAt("/orders/ada@example.com", "PATCH")).toBe("/orders/:part");
});

const cost = { statements: 3, roundTrips: 1, wrote: false };

function openNoted(request: string) {
	const page = new Response("page");
	attachRenderStats(page, request, cost);
	return page;
}

test("the cost of rendering a page is counted for the request that caused it", () => {
	const [page, meter] = [openNoted("own"), createMeter()];
	expect(readRenderStats(page, "own", meter)).toBe(true);
	expect(meter).toEqual(cost);
});

test("a cached response has no cost", () => {
	const [page, meter] = [openNoted("somebody else's"), createMeter()];
	expect(readRenderStats(page, "own", meter)).toBe(false);
	expect(meter).toEqual(createMeter());
});

test("the internal stats reach no visitor", () => {
	const page = openNoted("own");
	readRenderStats(page, "other", createMeter());
	expect([...page.headers.keys()]).toEqual([...new Response("page").headers.keys()]);
});
