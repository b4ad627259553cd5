/** @returns whether a page is only fetched ahead of a click (W3C Fetch Metadata, `Sec-Purpose`) */
export const isAhead = ({ headers }: Request): boolean =>
	headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
