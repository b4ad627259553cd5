import { Hono } from "hono";
import { toolReviews } from "#contract/limits.ts";
import { textPages } from "#contract/public-pages.ts";
import {
	readToolsQuery,
	toolsParams,
	uncacheableToolsParams,
} from "#contract/schemas/tools-query.ts";
import {
	homeReviewsTag,
	listTag,
	pictureTag,
	productTag,
	toolReviewsTag,
} from "#worker/shop/cache-tags.ts";
import type { Edge } from "#worker/shop/context.ts";
import { requireImage } from "#worker/shop/images/store.ts";
import { respondToError } from "./errors.ts";
import { withETag } from "./etag.ts";
import type { AppEnv } from "./request-context.ts";

type ParamValidators = Record<string, (value: string) => boolean>;

/** A public page that looks the same to everyone who is not signed in. */
type PublicPage = {
	/** Cache tags of the data that the page shows: purging one of them purges the page. */
	tags: string[];
	/** Returns the search parameters that the page reads, normalized, so that every page is cached only once. */
	search: (params: URLSearchParams) => URLSearchParams;
	/** Parameters with unlimited values: a page with one of them is not cached. */
	uncacheableParams?: readonly string[];
};

/** Accepts page numbers as the pages read them: the first page has no number, and the second is 1. */
const pageBelow = (pages: number) => (value: string) =>
	/^[1-9]\d*$/.test(value) && Number(value) < pages;

const keepOnly = (validators: ParamValidators) => (params: URLSearchParams) =>
	new URLSearchParams(
		Object.entries(validators).flatMap(([name, isValid]) => {
			const value = params.get(name);
			return value !== null && isValid(value) ? [[name, value]] : [];
		}),
	);

const textPage = (path: string): PublicPage => ({ tags: [path.slice(1)], search: keepOnly({}) });
const homeParams = { page: pageBelow(1_000_000) };

const publicPages = new Map<string, PublicPage>([
	["/", { tags: [listTag, homeReviewsTag], search: keepOnly(homeParams) }],
	[
		"/tools",
		{
			tags: [listTag],
			search: (params) => toolsParams(readToolsQuery(params)),
			uncacheableParams: uncacheableToolsParams,
		},
	],
	...textPages.map((path): [string, PublicPage] => [path, textPage(path)]),
	[
		"/sitemap.xml",
		{ tags: [listTag], search: keepOnly({ part: (value) => /^\d{1,4}$/.test(value) }) },
	],
	["/robots.txt", { tags: ["robots"], search: keepOnly({}) }],
]);

const toolPath = /^\/tools\/([\w-]{1,128})$/;

const toolPage = (id: string): PublicPage => ({
	tags: [productTag(id), toolReviewsTag(id)],
	search: keepOnly({ page: pageBelow(toolReviews.pages) }),
});

function publicPageAt(url: string): PublicPage | undefined {
	const { pathname } = new URL(url);
	const [, id] = toolPath.exec(pathname) ?? [];
	return id ? toolPage(id) : publicPages.get(pathname);
}

/** Cookies that make a page personal: a session, or a message for only this visitor. */
const personalCookie = /(?:^|;\s*)(?:__Host-)?(?:session|flash)=/;

/**
 * How many seconds a cached page is fresh, and may then be served stale during revalidation or errors. The sum is the maximum
 * age of a page that a visitor gets (docs/decisions/edge-cache.md). Without `stale-if-error` Cloudflare would serve a stale
 * page for as long as the Worker fails ("Workers Cache", configuration).
 */
const [fresh, stale] = [60, 540];
const edgeCache = `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`;

export const isPubliclyCacheable = (request: Request): boolean =>
	publicPageAt(request.url) !== undefined &&
	!request.headers.has("Authorization") &&
	!personalCookie.test(request.headers.get("Cookie") ?? "");

/** Passes the request id to the Storefront. Workers Cache ignores it: its key is only the URL. */
export const requestIdHeader = "X-Request-Id";

/**
 * Removes everything that differs between visitors, and parameters that the page does not read. HEAD becomes GET, as Workers
 * Cache does itself ("Workers Cache", cache keys): both share one cached page, whose ETag is computed from its body.
 */
export function toCacheableRequest(request: Request, id: string): Request {
	const url = new URL(request.url);
	url.search = publicPageAt(request.url)?.search(url.searchParams).toString() ?? "";
	return new Request(url, { headers: { [requestIdHeader]: id } });
}

/** Lets Workers Cache store a page, but no error, and makes the browser revalidate it on each visit (RFC 9213). */
export async function setCacheHeaders(
	{ url }: Request,
	response: Response,
	{ shownTags, isCacheable }: Edge,
): Promise<Response> {
	if (response.status !== 200) {
		response.headers.set("Cache-Control", "private, no-store");
		response.headers.delete("ETag");
		return response;
	}
	const page = await withETag(response);
	const { tags = [], uncacheableParams = [] } = publicPageAt(url) ?? {};
	const { searchParams } = new URL(url);
	page.headers.set("Cache-Control", "private, no-cache");
	if (!isCacheable || uncacheableParams.some((name) => searchParams.has(name))) return page;
	page.headers.set("Cloudflare-CDN-Cache-Control", edgeCache);
	page.headers.set("Cache-Tag", [...new Set([...tags, ...shownTags])].join(","));
	return page;
}

/** Seconds. An image never changes, but it may be deleted: the edge revalidates it after a day, in case its purge fails. */
const [year, day] = [365 * 24 * 60 * 60, 24 * 60 * 60];

/** Serves uploaded images without the database, cached at the edge. An image that is opened directly can run and load nothing. */
export const images = new Hono<AppEnv>().get("/images/:key", async (context) => {
	const { env, req } = context;
	context.set("requestId", req.header(requestIdHeader) ?? "");
	const { key, body, type, bytes, etag } = await requireImage(env, req.param("key"));
	return new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `inline; filename="${key}"`,
			"Content-Length": String(bytes),
			ETag: etag,
			"Cache-Control": `public, max-age=${year}, immutable`,
			"Cloudflare-CDN-Cache-Control": `public, max-age=${day}`,
			"Cache-Tag": pictureTag(key),
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"X-Content-Type-Options": "nosniff",
		},
	});
});
/** Without `Cache-Control` Cloudflare would cache a 404 for three minutes ("Workers Cache", configuration). */
images.onError((error, context) => {
	const response = respondToError(error, context);
	response.headers.set("Cache-Control", "private, no-store");
	return response;
});

export const isImageRequest = ({ url }: Request): boolean =>
	/^\/images\/[^/]+$/.test(new URL(url).pathname);
