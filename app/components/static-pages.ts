/** Pages with `handle = { static: true }`. */
const staticPages = ["/blogs", "/potfolio", "/docs", "/accessibility"];

/**
 * How a link to a page behaves: a static page is opened as a document of its own, so that it comes without script;
 * others are fetched when the pointer nears.
 */
export const wayTo = (to: string) =>
	staticPages.some((page) => to.split("#")[0] === page)
		? ({ reloadDocument: true } as const)
		: ({ prefetch: "intent" } as const);
