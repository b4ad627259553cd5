import { categorySlugs } from "#contract/categories.ts";
import { toolSorts } from "#contract/schemas/finding.ts";
import { textPages } from "#contract/text-pages.ts";
import { homeReviewsTag, listTag, productTag, toolReviewsTag } from "#worker/shop/cache-tags.ts";
import type { Edge } from "#worker/shop/edge.ts";
import { isKnown, tagOf } from "./tag.ts";

/** From the second page on, as the home page reads it: every other text would be one more copy of the first. */
const page = /^[1-9]\d{0,5}$/;

type PublicPage = {
	tags: string[];
	parameters: Record<string, RegExp>;
	/** Parameters with endless values: a page that they make is not kept. */
	endless?: string[];
};

const oneOf = (words: readonly string[]) => new RegExp(`^(?:${words.join("|")})$`);

/** What the catalogue reads (contract/schemas/finding.ts): 24 is the last page of `toolsMax` tools. */
const catalogue: PublicPage = {
	tags: [listTag],
	parameters: {
		category: oneOf(categorySlugs),
		stock: /^in$/,
		sort: oneOf(toolSorts),
		page: /^(?:[1-9]|1\d|2[0-4])$/,
		q: /\S/,
		min: /\d/,
		max: /\d/,
	},
	endless: ["q", "min", "max"],
};

const textPage = (path: string): PublicPage => ({ tags: [path.slice(1)], parameters: {} });

/** Public pages that look the same to everyone who is not signed in, what is shown on each, and what it reads. */
const publicPages = new Map<string, PublicPage>([
	["/", { tags: [listTag, homeReviewsTag], parameters: { page } }],
	/** Its data, which a home page that stays open looks at every few seconds (app/lib/use-live.ts). */
	[
		"/_.data",
		{
			tags: [listTag, homeReviewsTag],
			parameters: { page, _routes: /^features\/catalogue\/home\/home$/ },
		},
	],
	["/tools", catalogue],
	/** Its data, for who comes by a link of a page that is open. */
	[
		"/tools.data",
		{
			...catalogue,
			parameters: { ...catalogue.parameters, _routes: /^features\/catalogue\/tools\/tools$/ },
		},
	],
	...textPages.map((path): [string, PublicPage] => [path, textPage(path)]),
	["/sitemap.xml", { tags: [listTag], parameters: { part: /^\d{1,4}$/ } }],
	["/robots.txt", { tags: ["robots"], parameters: {} }],
]);

/** The page of a tool, and its data. Pages of reviews: up to 99 (contract/limits.ts). */
const toolPath = /^\/tools\/([\w-]{1,128})(\.data)?$/;

const toolPage = (id: string): PublicPage => ({
	tags: [productTag(id), toolReviewsTag(id)],
	parameters: { page: /^[1-9]\d?$/, _routes: /^features\/catalogue\/product\/tool$/ },
});

/** @returns what is public at this path, if anything */
function publicPageAt(url: string): PublicPage | undefined {
	const { pathname } = new URL(url);
	const [, id] = toolPath.exec(pathname) ?? [];
	return id ? toolPage(id) : publicPages.get(pathname);
}

/** Cookies that make a page personal: a session, or a message for just this visitor. */
const personalCookie = /(?:^|;\s*)(?:__Host-)?(?:session|flash)=/;

/**
 * Seconds that a copy is fresh at the edge, and may be shown after that while another is made or the Worker fails:
 * together the age of the oldest page that anybody can be shown (docs/decisions/edge-cache.md). Without
 * `stale-if-error` Cloudflare would go on showing it for as long as the Worker fails ("Workers Cache", configuration).
 */
const [fresh, stale] = [60, 540];
const edgeCache = `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`;

/** @returns whether this request may be answered from what is cached for everyone */
export const isForEveryone = (request: Request): boolean =>
	publicPageAt(request.url) !== undefined &&
	!request.headers.has("Authorization") &&
	!personalCookie.test(request.headers.get("Cookie") ?? "");

/** Of the request that a page is made for, if it is made; the edge looks pages up by address alone. */
export const madeForHeader = "X-Request-Id";

/**
 * HEAD becomes GET, as in front of the Storefront ("Workers Cache", cache keys): both share one copy, and the ETag of a
 * page that was made without its body would be that of no page.
 * @param id of the request
 * @returns the request without anything that tells one visitor from another, or that the page does not read
 */
export function withoutVisitor(request: Request, id: string): Request {
	const url = new URL(request.url);
	const kept = new URLSearchParams();
	const parameters = Object.entries(publicPageAt(request.url)?.parameters ?? {});
	for (const [name, readable] of parameters) {
		const value = url.searchParams.get(name);
		if (value !== null && readable.test(value)) kept.set(name, value);
	}
	url.search = kept.toString();
	return new Request(url, { headers: { [madeForHeader]: id } });
}

/** Documents bring their tag (app/entry.server.tsx), data does not. */
async function withTag(made: Response): Promise<Response> {
	const body = new Uint8Array(await made.arrayBuffer());
	const tagged = new Response(body, made);
	tagged.headers.set("ETag", await tagOf(body));
	return tagged;
}

/**
 * Lets the edge keep a finished page, never an error, and the browser ask each time whether it is still that one
 * (architecture.md "Reads near the visitor", RFC 9213).
 * @param edge what the page has shown
 */
export async function keepAtEdge(
	{ url }: Request,
	made: Response,
	{ shown, mayKeep }: Edge,
): Promise<Response> {
	if (made.status !== 200) {
		made.headers.set("Cache-Control", "private, no-store");
		made.headers.delete("ETag");
		return made;
	}
	const page = made.headers.has("ETag") ? made : await withTag(made);
	const { tags, endless = [] } = publicPageAt(url) ?? { tags: [] };
	const { searchParams } = new URL(url);
	page.headers.set("Cache-Control", "private, no-cache");
	if (!mayKeep || endless.some((name) => searchParams.has(name))) return page;
	page.headers.set("Cloudflare-CDN-Cache-Control", edgeCache);
	page.headers.set("Cache-Tag", [...new Set([...tags, ...shown])].join(","));
	return page;
}

/** @returns the page, without its body for HEAD, or 304 when the browser has it already (RFC 9110 §9.3.2, §13.1.2) */
export async function unlessKnown(request: Request, page: Response): Promise<Response> {
	const { headers, status } = page;
	const known = isKnown(headers.get("ETag"), request.headers.get("If-None-Match"));
	if (!known && request.method !== "HEAD") return new Response(page.body, page);
	await page.body?.cancel();
	return new Response(null, { status: known ? 304 : status, headers });
}
