/**
 * Public pages of nothing but text: the same for everyone, cached at the edge, in the sitemap. Such a page
 * has a file and a line in `app/routes.ts`; everything else follows from this list.
 */
export const textPages = ["/blogs", "/potfolio", "/docs", "/accessibility"] as const;

/** Public pages in the sitemap, beside those of the tools. */
export const listedPages = ["/", "/tools", ...textPages];

/** Tools per sitemap file; with the pages it stays below 50,000 URLs (sitemaps.org). */
export const sitemapPart = 40_000;

/** Search engines need not index them. */
const personal =
	/^\/(?:login|signup|reset-password|verify-email|link-google|dashbord|purchase)(?:\/|$)/;

export const isForSearch = (pathname: string): boolean => !personal.test(pathname);
