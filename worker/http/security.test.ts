import { Hono } from "hono";
import { expect, test } from "vitest";
import { ShopError } from "#contract/errors.ts";
import type { AppEnv } from "./request-context.ts";
import {
	checkOrigin,
	keepCookiesOutOfSharedCaches,
	noStoreByDefault,
	requestId,
	securityHeaders,
	strictCspByDefault,
} from "./security.ts";

const ray = "8f0123456789abcd";

test.each([
	[ray, true],
	[`${ray}-FRA`, true],
	[`${ray}-FRA0`, false],
	[`${ray}-fra`, false],
	[`0${ray}`, false],
	[`x${ray}`, false],
	[`${ray}\tx`, false],
	["", false],
])(
	"takes the request id from CF-Ray only if it looks like Cloudflare's: “%s”",
	async (id, isValid) => {
		const app = new Hono<AppEnv>().use(requestId).get("/", (context) => {
			return context.text(context.get("requestId"));
		});
		const response = await app.request("/", { headers: { "CF-Ray": id } });
		const actual = response.headers.get("X-Request-Id");
		expect(await response.text()).toBe(actual);
		expect(actual === id).toBe(isValid);
		if (!isValid) expect(actual).toMatch(/^[0-9a-f-]{36}$/);
	},
);

const getHeaders = async (app: Hono<AppEnv>) =>
	Object.fromEntries((await app.request("/")).headers);

const defaultHeaders = {
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"origin-agent-cluster": "?1",
	"permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
	"referrer-policy": "strict-origin-when-cross-origin",
	"strict-transport-security": "max-age=63072000; includeSubDomains; preload",
	"x-content-type-options": "nosniff",
	"x-dns-prefetch-control": "off",
	"x-download-options": "noopen",
	"x-frame-options": "DENY",
	"x-permitted-cross-domain-policies": "none",
};

test("every response has exactly the security headers", async () => {
	const app = new Hono<AppEnv>().use(securityHeaders).get("/", () => new Response(null));
	expect(await getHeaders(app)).toEqual(defaultHeaders);
});

test("a page can replace the default security headers", async () => {
	const headers = { "Cross-Origin-Opener-Policy": "same-origin-allow-popups" };
	const app = new Hono<AppEnv>()
		.use(securityHeaders)
		.get("/", () => new Response(null, { headers }));
	const ownHeaders = { "cross-origin-opener-policy": "same-origin-allow-popups" };
	expect(await getHeaders(app)).toEqual({ ...defaultHeaders, ...ownHeaders });
});

type HeaderValues = Record<string, string>;

test.each<[string, HeaderValues, HeaderValues]>([
	[
		"with a cookie",
		{ "Cache-Control": "public, max-age=60", "Set-Cookie": "a=1" },
		{ "cache-control": "private, no-store", "set-cookie": "a=1" },
	],
	[
		"cacheable at the edge, with a cookie",
		{ "Cloudflare-CDN-Cache-Control": "s-maxage=60", "Cache-Tag": "tools", "Set-Cookie": "a=1" },
		{ "cache-control": "private, no-store", "set-cookie": "a=1" },
	],
	[
		"cacheable only by the browser, with a cookie",
		{ "Cache-Control": "private, max-age=60", "Set-Cookie": "a=1" },
		{ "cache-control": "private, max-age=60", "set-cookie": "a=1" },
	],
	[
		"without a cookie",
		{ "CDN-Cache-Control": "public", "Cache-Tag": "tools" },
		{ "cdn-cache-control": "public", "cache-tag": "tools" },
	],
])(
	"a response %s has cache headers that keep cookies out of shared caches",
	async (_, headers, expected) => {
		const app = new Hono<AppEnv>()
			.use(keepCookiesOutOfSharedCaches)
			.get("/", () => new Response(null, { headers }));
		expect(await getHeaders(app)).toEqual(expected);
	},
);

test("a response that sets no headers is not cached and runs no script", async () => {
	const app = new Hono<AppEnv>()
		.use(noStoreByDefault, strictCspByDefault)
		.get("/", () => new Response(null));
	expect(await getHeaders(app)).toEqual({
		"cache-control": "private, no-store",
		"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	});
});

test("a handler can replace the default Cache-Control and Content-Security-Policy", async () => {
	const headers = { "Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'self'" };
	const app = new Hono<AppEnv>()
		.use(noStoreByDefault, strictCspByDefault)
		.get("/", () => new Response(null, { headers }));
	expect(await getHeaders(app)).toEqual({
		"cache-control": "no-cache",
		"content-security-policy": "default-src 'self'",
	});
});

const app = new Hono<AppEnv>().use(checkOrigin).all("*", (context) => context.text("ok"));
app.onError((error, context) =>
	error instanceof ShopError ? context.text(error.message, error.status) : context.text("", 500),
);

const getStatus = async (headers: Record<string, string>, method = "POST", path = "/orders") =>
	(await app.request(`https://shop.example${path}`, { method, headers })).status;

const cookie = { Cookie: "session=x" };

// The app is called directly, because the local runtime would rewrite some of these values.
test.each([
	"http://shop.example",
	"https://shop.example:8443",
	"https://shop.example/",
	"HTTPS://SHOP.EXAMPLE",
	"https://shop.example.evil.example",
	"https://evil.example",
	"null",
	"",
])("rejects Origin %j with a cookie", async (Origin) => {
	expect(await getStatus({ ...cookie, Origin })).toBe(403);
});

test("accepts the shop's own Origin, and a missing Origin only without a cookie", async () => {
	expect(await getStatus({ ...cookie, Origin: "https://shop.example" })).toBe(200);
	expect(await getStatus({})).toBe(200);
	expect(await getStatus(cookie)).toBe(403);
});

test("with a cookie, every unsafe or unknown method needs an Origin", async () => {
	for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "X"]) {
		expect(await getStatus(cookie, method), method).toBe(403);
	}
	expect(await getStatus(cookie, "GET")).toBe(200);
});

test("Stripe's webhook and clients with a bearer token need no Origin", async () => {
	expect(await getStatus(cookie, "POST", "/webhooks/stripe")).toBe(200);
	expect(await getStatus({ ...cookie, Authorization: "Bearer abc" })).toBe(200);
	expect(await getStatus(cookie, "POST", "/webhooks/stripe/")).toBe(403);
});
