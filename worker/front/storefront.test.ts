import { expect, test } from "vitest";
import { unlessKnown, withoutVisitor } from "./storefront.ts";

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
