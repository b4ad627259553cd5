import { toolReviewPages } from "#contract/limits.ts";
import { textPages } from "#contract/public-pages.ts";
import {
	readToolsQuery,
	toolsParams,
	uncacheableToolsParams,
} from "#contract/schemas/tools-query.ts";
import {
	getProductTag,
	getToolReviewsTag,
	homeReviewsTag,
	listTag,
	toolPagesTag,
} from "#worker/shop/cache-tags.ts";
import type { EdgeCacheState } from "#worker/shop/context.ts";
import { withETag } from "./etag.ts";
import { requestIdHeader } from "./security.ts";
import { normalizeDocumentPath } from "./uploads.ts";

/** A page that is the same for everyone who is not signed in. */
type PublicPage = {
	/** Purging one of these cache tags purges the page. */
	tags: string[];
	/** Returns the search parameters that the page reads, normalized, so that every page is cached only once. */
	normalizeParams: (params: URLSearchParams) => URLSearchParams;
	/** Parameters that can have any value. A page with one of them is not cached. */
	uncacheableParams?: readonly string[];
};

/** Accepts page numbers as in URLs: the first page has none, and the second is 1. */
const isPageBelow = (pageCount: number) => (value: string) =>
	/^[1-9]\d*$/.test(value) && Number(value) < pageCount;

const dropAllParams = () => new URLSearchParams();

const keepOnlyParam =
	(name: string, isValid: (value: string) => boolean) => (params: URLSearchParams) => {
		const value = params.get(name);
		return new URLSearchParams(value !== null && isValid(value) ? { [name]: value } : {});
	};

const publicPages = new Map<string, PublicPage>([
	[
		"/",
		{
			tags: [listTag, homeReviewsTag],
			normalizeParams: keepOnlyParam("page", isPageBelow(1_000_000)),
		},
	],
	[
		"/tools",
		{
			tags: [listTag],
			normalizeParams: (params) => toolsParams(readToolsQuery(params)),
			uncacheableParams: uncacheableToolsParams,
		},
	],
	["/robots.txt", { tags: ["robots"], normalizeParams: dropAllParams }],
	...textPages.map((path): [string, PublicPage] => [
		path,
		{ tags: [path.slice(1)], normalizeParams: dropAllParams },
	]),
	[
		"/sitemap.xml",
		{ tags: [listTag], normalizeParams: keepOnlyParam("part", (part) => /^\d{1,4}$/.test(part)) },
	],
]);

const toolPath = /^\/tools\/([\w-]{1,128})$/;

const createToolPage = (id: string): PublicPage => ({
	tags: [getProductTag(id), getToolReviewsTag(id), toolPagesTag],
	normalizeParams: keepOnlyParam("page", isPageBelow(toolReviewPages.count)),
});

function findPublicPage(url: string): PublicPage | undefined {
	const { pathname } = new URL(url);
	const [, id] = toolPath.exec(pathname) ?? [];
	return id ? createToolPage(id) : publicPages.get(pathname);
}

const personalCookie = /(?:^|;\s*)(?:__Host-)?(?:session|flash)=/;

/**
 * A visitor never gets a page older than ten minutes, the sum of `max-age` and `stale-…` (docs/decisions/edge-cache.md). Without
 * `stale-if-error` Cloudflare would serve a stale page for as long as the Worker fails ("Workers Cache", configuration).
 */
const edgeCacheControl = "public, max-age=60, stale-while-revalidate=540, stale-if-error=540";

export const isPubliclyCacheable = (request: Request): boolean =>
	findPublicPage(request.url) !== undefined &&
	!request.headers.has("Authorization") &&
	!personalCookie.test(request.headers.get("Cookie") ?? "");

/**
 * Removes the parameters that the page ignores, the file name of a document, and all headers except the request id, because headers
 * differ between visitors. HEAD becomes GET, so that both share one cached response.
 */
export function toCacheableRequest(request: Request, requestId: string): Request {
	const url = new URL(request.url);
	url.pathname = normalizeDocumentPath(url.pathname);
	url.search = findPublicPage(request.url)?.normalizeParams(url.searchParams).toString() ?? "";
	return new Request(url, { headers: { [requestIdHeader]: requestId } });
}

/** Lets Workers Cache store a page with status 200 (RFC 9213), and makes the browser revalidate it on each visit. */
export async function setCacheHeaders(
	{ url }: Request,
	response: Response,
	{ extraTags, isCacheable }: EdgeCacheState,
): Promise<Response> {
	if (response.status !== 200) {
		response.headers.set("Cache-Control", "private, no-store");
		response.headers.delete("ETag");
		return response;
	}
	const page = await withETag(response);
	const { tags = [], uncacheableParams = [] } = findPublicPage(url) ?? {};
	const { searchParams } = new URL(url);
	page.headers.set("Cache-Control", "private, no-cache");
	if (!isCacheable || uncacheableParams.some((name) => searchParams.has(name))) return page;
	page.headers.set("Cloudflare-CDN-Cache-Control", edgeCacheControl);
	page.headers.set("Cache-Tag", [...new Set([...tags, ...extraTags])].join(","));
	return page;
}
