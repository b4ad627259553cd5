export const textPages = ["/blogs", "/potfolio", "/docs", "/accessibility"] as const;

/** Public pages in the sitemap, besides those of the tools. */
export const sitemapPages = [
	"/",
	"/tools",
	"/quick-order",
	"/contact",
	"/newsletter",
	...textPages,
];

/** A sitemap file must have at most 50,000 URLs (sitemaps.org). */
export const toolsPerSitemap = 40_000;

const notIndexed =
	/^\/(?:login|signup|reset-password|verify-email|link-google|newsletter\/\w+|dashbord|purchase|basket|checkout|list)(?:\/|$)/;

export const isIndexable = (pathname: string): boolean => !notIndexed.test(pathname);
