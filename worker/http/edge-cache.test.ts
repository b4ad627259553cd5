import { expect, test, vi } from "vitest";
import type { Env } from "#worker/env.ts";
import { createEdgeCacheState } from "#worker/shop/context.ts";
import { isPubliclyCacheable, setCacheHeaders, toCacheableRequest } from "./edge-cache.ts";
import { uploadRoutes } from "./uploads.ts";

/** A page is rendered and stored once for each URL under which it is cached, so there must be few such URLs. */
test.each([
	["/", "/"],
	["/?page=0", "/"],
	["/?page=3", "/?page=3"],
	["/?page=03", "/"],
	["/?page=junk", "/"],
	["/?page=999999", "/?page=999999"],
	["/?page=1000000", "/"],
	["/?page=3&page=4&utm=x", "/?page=3"],
	["/blogs?page=3", "/blogs"],
	["/sitemap.xml?part=12345", "/sitemap.xml"],
	["/sitemap.xml?part=1234", "/sitemap.xml?part=1234"],
	["/sitemap.xml?part=x1", "/sitemap.xml"],
	["/tools?q=&category=&min=&max=&sort=price-up&page=0", "/tools?sort=price-up"],
	["/tools?page=2&category=lifting&stock=in&utm=x", "/tools?category=lifting&stock=in&page=2"],
	["/tools?category=nothing&sort=up&stock=yes&page=100", "/tools"],
	["/tools?page=24", "/tools?page=24"],
	["/tools?page=25", "/tools"],
	["/tools?page=024", "/tools?page=24"],
	["/tools/91bf64477569ca16a3b06f66?page=0&utm=x", "/tools/91bf64477569ca16a3b06f66"],
	["/tools/91bf64477569ca16a3b06f66?page=99", "/tools/91bf64477569ca16a3b06f66?page=99"],
	["/tools/91bf64477569ca16a3b06f66?page=100", "/tools/91bf64477569ca16a3b06f66"],
	["/tools/91bf64477569ca16a3b06f66?page=07", "/tools/91bf64477569ca16a3b06f66"],
])("%s is cached as %s", (requested, expected) => {
	const { pathname, search } = new URL(
		toCacheableRequest(new Request(`https://shop.example${requested}`), "id").url,
	);
	expect(pathname + search).toBe(expected);
});

test("a HEAD request is sent to the cache as GET, so that both share one cached response", () => {
	const head = new Request("https://shop.example/", { method: "HEAD" });
	expect(toCacheableRequest(head, "id").method).toBe("GET");
});

test.each<[string, Record<string, string>, boolean]>([
	["/", {}, true],
	["/", { Cookie: "theme=dark; other-session=1; viewed=a" }, true],
	["/", { Cookie: "session=a" }, false],
	["/", { Cookie: "theme=dark;__Host-session=a" }, false],
	["/", { Cookie: "theme=dark; flash=a" }, false],
	["/", { Authorization: "Bearer a" }, false],
	["/tools/91bf64477569ca16a3b06f66", {}, true],
	["/tools/91bf64477569ca16a3b06f66.data", {}, false],
	["/_.data", {}, false],
	["/tools/a/b", {}, false],
	["/x/tools/a", {}, false],
	[`/tools/${"a".repeat(129)}`, {}, false],
	["/login", {}, false],
	["/products", {}, false],
])("a request for %s with the headers %j is publicly cacheable: %s", (path, headers, expected) => {
	expect(isPubliclyCacheable(new Request(`https://shop.example${path}`, { headers }))).toBe(
		expected,
	);
});

const createCacheState = (isCacheable = true, extraTags: string[] = []) => {
	const state = createEdgeCacheState(async () => ({ success: true, errors: [] }));
	return { ...state, isCacheable, extraTags: new Set(extraTags) };
};
const withCacheHeaders = (path: string, rendered: Response, state = createCacheState()) =>
	setCacheHeaders(new Request(`https://shop.example${path}`), rendered, state);
const getCacheHeaders = ({ headers }: Response) => ({
	browser: headers.get("Cache-Control"),
	edge: headers.get("Cloudflare-CDN-Cache-Control"),
	tags: headers.get("Cache-Tag"),
});
const edgeCacheControl = "public, max-age=60, stale-while-revalidate=540, stale-if-error=540";

test("a page is cached at the edge with the tags of its data, and browsers revalidate it", async () => {
	const stateWithTags = createCacheState(true, ["b", "product-a"]);
	const page = await withCacheHeaders("/tools/a", new Response("page"), stateWithTags);
	const { browser, edge, tags } = getCacheHeaders(page);
	expect([browser, edge]).toEqual(["private, no-cache", edgeCacheControl]);
	const tagNames = tags?.split(",") ?? [];
	expect(tagNames).toContain("b");
	expect(new Set(tagNames).size).toBe(tagNames.length);
	expect(await page.clone().text()).toBe("page");
	expect(page.headers.get("ETag")).toMatch(/^W\/"/);
	const withOwnETag = new Response("page", { headers: { ETag: '"own"' } });
	expect((await withCacheHeaders("/", withOwnETag)).headers.get("ETag")).toBe('"own"');
});

test.each([
	["/tools?q=bar", true],
	["/tools?min=5", true],
	["/tools?max=5", true],
	["/?page=9", false],
])("%s is not cached at the edge if isCacheable is %s", async (path, isCacheable) => {
	const { browser, edge, tags } = getCacheHeaders(
		await withCacheHeaders(path, new Response(""), createCacheState(isCacheable)),
	);
	expect({ browser, edge, tags }).toEqual({ browser: "private, no-cache", edge: null, tags: null });
});

test.each([
	["/robots.txt", "robots"],
	["/blogs", "blogs"],
])("%s is cached with the tag %s", async (path, tag) => {
	expect(getCacheHeaders(await withCacheHeaders(path, new Response("text"))).tags).toBe(tag);
});

test.each([201, 303, 404, 500])("a response with status %i is not cached", async (status) => {
	const init = { status, headers: { ETag: '"a"', "Cache-Control": "public" } };
	const { headers } = await withCacheHeaders("/", new Response(null, init));
	expect([headers.get("Cache-Control"), headers.get("ETag")]).toEqual(["private, no-store", null]);
	expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
});

const key = `${"0123456789abcdef".repeat(4)}.png`;

/** @returns the response, and the keys that were read from the bucket, which has one object */
async function requestImage(path: string, properties: object | null = {}) {
	const readKeys: string[] = [];
	const object = { body: new Blob(["picture"]).stream(), size: 7, httpEtag: '"tag"' };
	const httpMetadata = { contentType: "image/png" };
	const get = async (name: string) => {
		readKeys.push(name);
		return properties && { ...object, httpMetadata, ...properties };
	};
	const env = { PICTURES: { get } } as unknown as Env;
	return { readKeys, response: await uploadRoutes.request(path, {}, env) };
}

test("a picture is cached by browsers for a year and at the edge for a day, and cannot run scripts", async () => {
	const { response } = await requestImage(`/images/${key}`);
	expect([response.status, await response.text()]).toEqual([200, "picture"]);
	expect(Object.fromEntries(response.headers)).toEqual({
		"cache-control": "public, max-age=31536000, immutable",
		"cache-tag": expect.stringContaining(key),
		"cloudflare-cdn-cache-control": "public, max-age=86400",
		"content-disposition": `inline; filename="${key}"`,
		"content-length": "7",
		"content-security-policy": "default-src 'none'; sandbox",
		"content-type": "image/png",
		etag: '"tag"',
		"x-content-type-options": "nosniff",
	});
});

test.each([
	["that does not exist", `/images/${key}`, null],
	["without a type", `/images/${key}`, { httpMetadata: {} }],
	["with an invalid key", "/images/a.png", {}],
	["with a key that is too long", `/images/x${key}`, {}],
])("a picture %s gets a 404 that is not cached", async (_, path, properties) => {
	const { response, readKeys } = await requestImage(path, properties);
	expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	expect(readKeys).toEqual(path === `/images/${key}` ? [key] : []);
});

test("an R2 outage causes a 503 that is not cached", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const env = {
		PICTURES: { get: () => Promise.reject(new Error("unreachable")) },
	} as unknown as Env;
	const response = await uploadRoutes.request(`/images/${key}`, {}, env);
	expect(response.status).toBe(503);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	log.mockRestore();
});
