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
	["/tools?q=&category=&min=&max=&sort=price-up&page=0", "/tools?sort=price-up"],
	["/tools?page=2&category=lifting&stock=in&utm=x", "/tools?category=lifting&stock=in&page=2"],
	["/tools?category=nothing&sort=up&stock=yes&page=100", "/tools"],
	["/tools?page=24", "/tools?page=24"],
	["/tools?page=25", "/tools"],
	["/tools?page=024", "/tools"],
	[
		"/tools.data?_routes=routes%2Fstorefront%2Ftools&page=1&x=1",
		"/tools.data?page=1&_routes=routes%2Fstorefront%2Ftools",
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
