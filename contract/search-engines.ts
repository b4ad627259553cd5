/** What only its visitor has any use for. */
const personal =
	/^\/(?:login|signup|reset-password|verify-email|link-google|dashbord|purchase)(?:\/|$)/;

/** @returns whether the page at this path is for search engines */
export const isForSearch = (pathname: string): boolean => !personal.test(pathname);

/** Numbers of tools in one file of the sitemap: with the pages below 50,000 addresses (sitemaps.org). */
export const sitemapPart = 40_000;
