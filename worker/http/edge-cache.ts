import { Hono } from "hono";
import { toolReviews } from "#contract/limits.ts";
import { textPages } from "#contract/public-pages.ts";
import { endlessToolsParams, readToolsQuery, toolsParams } from "#contract/schemas/finding.ts";
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

type Parameters = Record<string, (value: string) => boolean>;

/** A public page that looks the same to everyone who is not signed in. */
type PublicPage = {
	/** Of what it shows: purging one of them removes it. */
	tags: string[];
	/** The search parameters that it reads, normalized: any other URL would be another copy of the same page. */
	search: (params: URLSearchParams) => URLSearchParams;
	/** Parameters with unlimited values: a page with one of them is not cached. */
	uncacheableParams?: readonly string[];
};

/** From the second page on, as pages read it. */
const pageBelow = (pages: number) => (value: string) =>
	/^[1-9]\d*$/.test(value) && Number(value) < pages;

const keepOnly = (parameters: Parameters) => (params: URLSearchParams) =>
	new URLSearchParams(
		Object.entries(parameters).flatMap(([name, isReadable]) => {
			const value = params.get(name);
			return value !== null && isReadable(value) ? [[name, value]] : [];
		}),
	);

const textPage = (path: string): PublicPage => ({ tags: [path.slice(1)], search: keepOnly({}) });
const home = { page: pageBelow(1_000_000) };

const publicPages = new Map<string, PublicPage>([
	["/", { tags: [listTag, homeReviewsTag], search: keepOnly(home) }],
	[
		"/tools",
		{
			tags: [listTag],
			search: (params) => toolsParams(readToolsQuery(params)),
			uncacheableParams: endlessToolsParams,
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

/** React Router's script fetches data with the id of the route that it wants. */
const dataRoutes = [
	[/^\/_\.data$/, "/", "features/catalogue/home/home"],
	[/^(\/tools)\.data$/, "$1", "features/catalogue/tools/tools"],
	[/^(\/tools\/.+)\.data$/, "$1", "features/catalogue/product/tool"],
] as const;

function withRoute(page: PublicPage, route: string): PublicPage {
	const keepRoute = keepOnly({ _routes: (value) => value === route });
	const search = (params: URLSearchParams) =>
		new URLSearchParams([...page.search(params), ...keepRoute(params)]);
	return { ...page, search };
}

function documentAt(pathname: string): PublicPage | undefined {
	const [, id] = toolPath.exec(pathname) ?? [];
	return id ? toolPage(id) : publicPages.get(pathname);
}

function publicPageAt(url: string): PublicPage | undefined {
	const { pathname } = new URL(url);
	for (const [pattern, document, route] of dataRoutes) {
		if (!pattern.test(pathname)) continue;
		const page = documentAt(pathname.replace(pattern, document));
		return page && withRoute(page, route);
	}
	return documentAt(pathname);
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

export const isPubliclyCacheable = (request: Request): boolean =>
	publicPageAt(request.url) !== undefined &&
	!request.headers.has("Authorization") &&
	!personalCookie.test(request.headers.get("Cookie") ?? "");

/** Workers Cache looks pages up by URL alone. */
export const requestIdHeader = "X-Request-Id";

/**
 * HEAD becomes GET, as in front of the Storefront ("Workers Cache", cache keys): both share one copy, and the ETag of a
 * page that was made without its body would be that of no page.
 * @returns the request without anything that distinguishes visitors, or that the page does not read
 */
export function toCacheableRequest(request: Request, id: string): Request {
	const url = new URL(request.url);
	url.search = publicPageAt(request.url)?.search(url.searchParams).toString() ?? "";
	return new Request(url, { headers: { [requestIdHeader]: id } });
}

/** Lets Workers Cache store a finished page, never an error, and makes the browser revalidate it on each visit (RFC 9213). */
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

/** Seconds. What a key names never changes, but it may be deleted: the edge revalidates after a day, should its purge fail. */
const [year, day] = [365 * 24 * 60 * 60, 24 * 60 * 60];

/** Uploaded images: without the database, and cached at the edge. Opened directly, one can run and load nothing. */
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
