import { Hono } from "hono";
import { expect, test } from "vitest";
import {
	addETagToDashboardData,
	matchesIfNoneMatch,
	toConditionalResponse,
	withETag,
} from "./etag.ts";
import type { AppEnv } from "./request-context.ts";

const computeETag = async (text: string) =>
	(await withETag(new Response(text))).headers.get("ETag");

test("an ETag depends only on the body", async () => {
	expect(await computeETag("a")).toMatch(/^W\/"[\w+/]{16}"$/);
	expect(await computeETag("a")).toBe(await computeETag("a"));
	expect(await computeETag("a")).not.toBe(await computeETag("b"));
});

test.each([
	['W/"a"', true],
	['"a"', true],
	['"b", W/"a"', true],
	["*", true],
	['"b"', false],
	['"ab"', false],
	["a", false],
	["", false],
	[null, false],
])('If-None-Match: %s matches W/"a": %s', (header, expected) => {
	expect(matchesIfNoneMatch('W/"a"', header)).toBe(expected);
});

test("matches a strong ETag that contains W/", () => {
	expect(matchesIfNoneMatch('"aW/b"', '"aW/b"')).toBe(true);
});

/** Creates a page, and a `wasCanceled` function that tells whether the page's body stream was canceled. */
function createPage(headers: Record<string, string>, status = 200) {
	let isCanceled = false;
	const body = new ReadableStream({
		cancel() {
			isCanceled = true;
		},
	});
	return { page: new Response(body, { status, headers }), wasCanceled: () => isCanceled };
}

test.each([
	["GET with a matching ETag", "GET", { "If-None-Match": '"a"' }, 304],
	["HEAD", "HEAD", {}, 200],
	["HEAD with a matching ETag", "HEAD", { "If-None-Match": '"a"' }, 304],
])(
	"%s gets no body, and the page's body stream is canceled",
	async (_, method, headers, status) => {
		const { page, wasCanceled } = createPage({ ETag: '"a"', "X-Custom": "1" });
		const request = new Request("https://shop.example/", { method, headers });
		const response = await toConditionalResponse(request, page);
		expect([response.status, response.body, wasCanceled()]).toEqual([status, null, true]);
		expect([response.headers.get("ETag"), response.headers.get("X-Custom")]).toEqual(['"a"', "1"]);
	},
);

test("returns the page to a browser that has another version of it", async () => {
	const page = new Response("page", { headers: { ETag: '"a"' } });
	const headers = { "If-None-Match": '"b"' };
	const response = await toConditionalResponse(
		new Request("https://shop.example/", { headers }),
		page,
	);
	expect([response.status, await response.text()]).toEqual([200, "page"]);
});

const appWithETags = new Hono<AppEnv>()
	.use(addETagToDashboardData)
	.all("*", (context) => context.text(context.req.path));

test.each(["/dashbord.data", "/dashbord/overview.data"])(
	"%s gets an ETag, and a 304 if it has not changed",
	async (path) => {
		const first = await appWithETags.request(path);
		const tag = first.headers.get("ETag") ?? "";
		expect(tag).toMatch(/^W\/".+"$/);
		expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
		const second = await appWithETags.request(path, { headers: { "If-None-Match": tag } });
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
	["/_.data", "GET"],
	["/dashbord.data", "POST"],
])("%s requested with %s gets no ETag", async (path, method) => {
	const { headers } = await appWithETags.request(path, { method });
	expect([headers.get("ETag"), headers.get("Cache-Control")]).toEqual([null, null]);
});

test("a 404 gets no Cache-Control", async () => {
	const app = new Hono<AppEnv>().use(addETagToDashboardData);
	const { status, headers } = await app.request("/dashbord.data");
	expect([status, headers.get("Cache-Control")]).toEqual([404, null]);
});
