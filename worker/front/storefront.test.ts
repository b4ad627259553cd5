import { expect, test } from "vitest";
import { openEdge } from "#worker/shop/edge.ts";
import { isForEveryone, keepAtEdge, unlessKnown, withoutVisitor } from "./storefront.ts";

/** Each address that the edge keeps is a page rendered and stored: one page must not have many. */
test.each([
	["/", "/"],
	["/?page=0", "/"],
	["/?page=3", "/?page=3"],
	["/?page=03", "/"],
	["/?page=junk", "/"],
	["/?page=9999999", "/"],
	["/?page=3&page=4&utm=x", "/?page=3"],
	["/blogs?page=3", "/blogs"],
	[
		"/_.data?_routes=features%2Fcatalogue%2Fhome%2Fhome&page=2",
		"/_.data?page=2&_routes=features%2Fcatalogue%2Fhome%2Fhome",
	],
	["/_.data?_routes=anything", "/_.data"],
	["/_.data?_routes=routes/storefront/home/x", "/_.data"],
	["/_.data?_routes=x/routes/storefront/home", "/_.data"],
	["/tools.data?_routes=routes/storefront/tools/x", "/tools.data"],
	["/tools.data?_routes=x/routes/storefront/tools", "/tools.data"],
	["/tools/a.data?_routes=routes/storefront/tools", "/tools/a.data"],
	["/tools/a.data?_routes=x/routes/storefront/tool", "/tools/a.data"],
	["/sitemap.xml?part=12345", "/sitemap.xml"],
	["/sitemap.xml?part=1234", "/sitemap.xml?part=1234"],
	["/sitemap.xml?part=x1", "/sitemap.xml"],
	["/tools?q=&category=&min=&max=&sort=price-up&page=0", "/tools?sort=price-up"],
	["/tools?page=2&category=lifting&stock=in&utm=x", "/tools?category=lifting&stock=in&page=2"],
	["/tools?category=nothing&sort=up&stock=yes&page=100", "/tools"],
	["/tools?page=24", "/tools?page=24"],
	["/tools?page=25", "/tools"],
	["/tools?page=024", "/tools"],
	[
		"/tools.data?_routes=features%2Fcatalogue%2Ftools%2Ftools&page=1&x=1",
		"/tools.data?page=1&_routes=features%2Fcatalogue%2Ftools%2Ftools",
	],
	["/tools/91bf64477569ca16a3b06f66?page=0&utm=x", "/tools/91bf64477569ca16a3b06f66"],
	["/tools/91bf64477569ca16a3b06f66?page=99", "/tools/91bf64477569ca16a3b06f66?page=99"],
	["/tools/91bf64477569ca16a3b06f66?page=100", "/tools/91bf64477569ca16a3b06f66"],
])("%s is kept as %s", (asked, kept) => {
	const { pathname, search } = new URL(
		withoutVisitor(new Request(`https://shop.example${asked}`), "id").url,
	);
	expect(pathname + search).toBe(kept);
});

test("HEAD is asked for as GET: both share one copy at the edge", () => {
	const asked = new Request("https://shop.example/", { method: "HEAD" });
	expect(withoutVisitor(asked, "id").method).toBe("GET");
});

/** @returns a page, and whether its body was given up rather than left unread */
function openPage(headers: Record<string, string>, status = 200) {
	let cancelled = false;
	const body = new ReadableStream({
		cancel() {
			cancelled = true;
		},
	});
	return { page: new Response(body, { status, headers }), isCancelled: () => cancelled };
}

test.each([
	["a browser that has the page", "GET", { "If-None-Match": '"a"' }, 304],
	["HEAD", "HEAD", {}, 200],
	["HEAD of a page that it has", "HEAD", { "If-None-Match": '"a"' }, 304],
])("%s gets no body, and nobody waits for it", async (_, method, headers, status) => {
	const { page, isCancelled } = openPage({ ETag: '"a"', "X-Own": "1" });
	const asked = new Request("https://shop.example/", { method, headers });
	const answer = await unlessKnown(asked, page);
	expect([answer.status, answer.body, isCancelled()]).toEqual([status, null, true]);
	expect([answer.headers.get("ETag"), answer.headers.get("X-Own")]).toEqual(['"a"', "1"]);
});

test("a browser that has another page gets this one whole", async () => {
	const page = new Response("page", { headers: { ETag: '"a"' } });
	const headers = { "If-None-Match": '"b"' };
	const answer = await unlessKnown(new Request("https://shop.example/", { headers }), page);
	expect([answer.status, await answer.text()]).toEqual([200, "page"]);
});

test.each<[string, Record<string, string>, boolean]>([
	["/", {}, true],
	["/", { Cookie: "theme=dark; other-session=1; viewed=a" }, true],
	["/", { Cookie: "session=a" }, false],
	["/", { Cookie: "theme=dark;__Host-session=a" }, false],
	["/", { Cookie: "theme=dark; flash=a" }, false],
	["/", { Authorization: "Bearer a" }, false],
	["/tools/91bf64477569ca16a3b06f66", {}, true],
	["/tools/91bf64477569ca16a3b06f66.data", {}, true],
	["/tools/a/b", {}, false],
	["/x/tools/a", {}, false],
	[`/tools/${"a".repeat(129)}`, {}, false],
	["/login", {}, false],
	["/products", {}, false],
])("%s with %j is the same for everyone: %s", (path, headers, expected) => {
	expect(isForEveryone(new Request(`https://shop.example${path}`, { headers }))).toBe(expected);
});

const edgeOf = (mayKeep = true, shown: string[] = []) => {
	const edge = openEdge(async () => ({ success: true, errors: [] }));
	return { ...edge, mayKeep, shown: new Set(shown) };
};
const madeAt = (path: string, made: Response, edge = edgeOf()) =>
	keepAtEdge(new Request(`https://shop.example${path}`), made, edge);
const cachingOf = ({ headers }: Response) => ({
	browser: headers.get("Cache-Control"),
	edge: headers.get("Cloudflare-CDN-Cache-Control"),
	tags: headers.get("Cache-Tag"),
});
const keptFor = "public, max-age=60, stale-while-revalidate=540, stale-if-error=540";

test("a page is kept at the edge under what it shows, each once, and the browser asks each time", async () => {
	const page = await madeAt("/tools/a", new Response("page"), edgeOf(true, ["b", "product-a"]));
	const { browser, edge, tags } = cachingOf(page);
	expect([browser, edge]).toEqual(["private, no-cache", keptFor]);
	const named = tags?.split(",") ?? [];
	expect(named).toContain("b");
	expect(new Set(named).size).toBe(named.length);
	expect(await page.clone().text()).toBe("page");
	expect(page.headers.get("ETag")).toMatch(/^W\/"/);
	const tagged = await madeAt("/", new Response("page", { headers: { ETag: '"own"' } }));
	expect(tagged.headers.get("ETag")).toBe('"own"');
});

test.each([
	["/tools?q=bar", true],
	["/tools?min=5", true],
	["/tools?max=5", true],
	["/?page=9", false],
])("%s is not kept at the edge", async (path, mayKeep) => {
	const { browser, edge, tags } = cachingOf(await madeAt(path, new Response(""), edgeOf(mayKeep)));
	expect({ browser, edge, tags }).toEqual({ browser: "private, no-cache", edge: null, tags: null });
});

test.each([201, 303, 404, 500])("an answer of %i is kept by nobody", async (status) => {
	const made = new Response(null, { status, headers: { ETag: '"a"', "Cache-Control": "public" } });
	const { headers } = await madeAt("/", made);
	expect([headers.get("Cache-Control"), headers.get("ETag")]).toEqual(["private, no-store", null]);
	expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
});
