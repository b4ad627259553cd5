import { textPages } from "#contract/text-pages.ts";

/**
 * How a link to a page behaves: a page of text is opened as a document of its own, so that it comes without script;
 * others are fetched when the pointer nears.
 */
export const wayTo = (to: string) =>
	textPages.some((page) => to.split("#")[0] === page)
		? ({ reloadDocument: true } as const)
		: ({ prefetch: "intent" } as const);
