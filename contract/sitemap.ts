import { textPages } from "./text-pages.ts";

/** Public pages beside those of the tools. */
export const listedPages = ["/", "/tools", ...textPages];

/** Numbers of tools in one file of the sitemap: with the pages below 50,000 addresses (sitemaps.org). */
export const sitemapPart = 40_000;
