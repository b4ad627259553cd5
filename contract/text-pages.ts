/**
 * Public pages of nothing but text: the same for everyone, without script, kept at the edge, in the sitemap. Such a page
 * has a file with `handle = { static: true }` and a line in `app/routes.ts`; everything else follows from this list.
 */
export const textPages = ["/blogs", "/potfolio", "/docs", "/accessibility"] as const;
