import { expect, test } from "vitest";
import { withoutVisitor } from "./storefront.ts";

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
		"/_.data?_routes=routes%2Fstorefront%2Fhome&page=2",
		"/_.data?page=2&_routes=routes%2Fstorefront%2Fhome",
	],
	["/_.data?_routes=anything", "/_.data"],
])("%s is kept as %s", (asked, kept) => {
	const { pathname, search } = new URL(
		withoutVisitor(new Request(`https://shop.example${asked}`)).url,
	);
	expect(pathname + search).toBe(kept);
});
