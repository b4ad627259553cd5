import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errors, ShopError, ValidationError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import { tagLiveData } from "./etag.ts";
import { answerFailure } from "./failures.ts";
import { noteRefusals } from "./refusals.ts";
import { logRequest } from "./request-log.ts";
import type { FrontDoor } from "./visit.ts";

const spyOnLogs = () => ({
	log: vi.spyOn(console, "log").mockReturnValue(undefined),
	error: vi.spyOn(console, "error").mockReturnValue(undefined),
});
let logs = spyOnLogs();
beforeEach(() => {
	logs = spyOnLogs();
});
afterEach(() => vi.restoreAllMocks());

/** Asks an app whose only call throws. */
async function answerTo(error: Error) {
	const app = new Hono<FrontDoor>().get("/", () => {
		throw error;
	});
	app.onError(answerFailure);
	const answer = await app.request("/");
	return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

test("a refusal is answered with its status, words and issues, and is none for the log", async () => {
	const issues = [{ field: "email", message: "Email is Required" }];
	const { status, body, headers } = await answerTo(new ValidationError(issues));
	expect([status, body]).toEqual([
		400,
		{ message: "Email is Required", code: "validation_failed", issues },
	]);
	expect(headers.get("Retry-After")).toBeNull();
	expect(logs.error).not.toHaveBeenCalled();
});

test.each(["rate_limited", "payment_unavailable"] as const)(
	"%s says when to ask again, and is none for the log",
	async (code) => {
		const { headers, status } = await answerTo(new ShopError(code));
		expect([status, headers.get("Retry-After")]).toEqual([errors[code].status, "60"]);
		expect(logs.error).not.toHaveBeenCalled();
	},
);

test("a database that is away is answered 503, and its words are in the log alone", async () => {
	const error = new Error("D1_ERROR: Network connection lost.");
	const { status, body, headers } = await answerTo(error);
	expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
	expect(body).toEqual({ message: errors.unavailable.message, code: "unavailable" });
	expect(logs.error).toHaveBeenCalledWith(undefined, error);
});

test("an account that went meanwhile is nobody, which is none for the log", async () => {
	const { status } = await answerTo(new Error("D1_ERROR: FOREIGN KEY constraint failed"));
	expect(status).toBe(401);
	expect(logs.error).not.toHaveBeenCalled();
});

test("what Hono refuses keeps its status, and a bug shows nothing of itself", async () => {
	const teapot = await answerTo(new HTTPException(418, { message: "Teapot" }));
	expect([teapot.status, teapot.body]).toEqual([
		418,
		{ message: "Teapot", code: "validation_failed" },
	]);
	expect(logs.error).not.toHaveBeenCalled();
	const bug = await answerTo(new Error("secret"));
	const shown = { message: errors.internal_error.message, code: "internal_error" };
	expect([bug.status, bug.body]).toEqual([500, shown]);
	expect(logs.error).toHaveBeenCalledOnce();
});

const account = { id: "1", email: "ada@example.com", name: "Ada", role: "admin" } as const;

/** Asks an app that answers so, as an admin. */
function ask(status: number, { env = {}, method = "GET", edge = false, who = true } = {}) {
	const app = new Hono<FrontDoor>()
		.use(async (context, next) => {
			context.set("requestId", "id");
			if (who) context.set("shop", { account } as Shop);
			if (edge) context.set("edge", "kept");
			await next();
		})
		.use(noteRefusals, logRequest)
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

test.each([200, 303, 402, 404, 409])("an answer of %i is no refusal", async (status) => {
	await ask(status);
	expect(linesOf(logs.log)).toHaveLength(1);
});

test("a request is one line, with what it cost and without what was sent", async () => {
	await ask(404, { edge: true });
	await ask(503, { who: false });
	const costs = { statements: 0, rowsRead: 0, rowsWritten: 0, ms: expect.any(Number) };
	const line = { request: "id", method: "GET", route: "/orders/:id", ...costs };
	expect(linesOf(logs.log)).toEqual([
		{ ...line, status: 404, account: "admin", code: "not_found", edge: "kept" },
	]);
	const broken = { ...line, status: 503, account: "visitor", code: "unavailable" };
	expect(linesOf(logs.error), "what broke is an error").toEqual([broken]);
	await ask(200);
	expect(linesOf(logs.log).at(-1)).toEqual({ ...line, status: 200, account: "admin" });
});

test("what a write cost is said in the local shop alone", async () => {
	const timed = async (asked: Parameters<typeof ask>[1]) =>
		(await ask(200, asked)).headers.has("Server-Timing");
	expect(await timed({})).toBe(true);
	expect(await timed({ method: "POST" })).toBe(false);
	expect(await timed({ method: "POST", env: { SANDBOX: {} } })).toBe(true);
});

const live = new Hono<FrontDoor>()
	.use(tagLiveData)
	.all("*", (context) => context.text(context.req.path));

test.each(["/_.data", "/dashbord.data", "/dashbord/overview.data"])(
	"%s is asked for again and again, and sent once",
	async (path) => {
		const first = await live.request(path);
		const tag = first.headers.get("ETag") ?? "";
		expect(tag).toMatch(/^W\/".+"$/);
		expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
		const second = await live.request(path, { headers: { "If-None-Match": tag } });
		expect([second.status, await second.text()]).toEqual([304, ""]);
		expect(second.headers.get("Cache-Control")).toBe("private, no-cache");
	},
);

test.each([
	["/", "GET"],
	["/tools.data", "GET"],
	["/x/dashbord.data", "GET"],
	["/dashbord.data/x", "GET"],
	["/dashbord.datax", "GET"],
	["/dashbordx.data", "GET"],
	["/_.data", "POST"],
])("%s by %s has no tag", async (path, method) => {
	const { headers } = await live.request(path, { method });
	expect([headers.get("ETag"), headers.get("Cache-Control")]).toEqual([null, null]);
});

test("what is not found says nothing about caching", async () => {
	const app = new Hono<FrontDoor>().use(tagLiveData);
	const { status, headers } = await app.request("/_.data");
	expect([status, headers.get("Cache-Control")]).toEqual([404, null]);
});
