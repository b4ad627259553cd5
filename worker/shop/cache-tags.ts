/** Tag of every page that lists tools: home, catalogue, sitemap. */
export const listTag = "products";

/** Tag of the home page's reviews (specification.md §7). */
export const homeReviewsTag = "getreviews";

/** Of its page, and of those that show it beside theirs. */
export const productTag = (id: string): string => `product:${id}`;

/** Of the page of a tool, for its reviews and its rating. */
export const toolReviewsTag = (id: string): string => `reviews:${id}`;

export const pictureTag = (key: string): string => `image:${key}`;

/** For what every card of a tool shows: name, description, price, stock. */
export const productTags = (id: string): string[] => [listTag, productTag(id)];

/** @param tools that the reviews are about; null for the shop as a whole */
export const reviewTags = (tools: (string | null)[]): string[] => [
	homeReviewsTag,
	...new Set(tools.flatMap((id) => id ?? []).map(toolReviewsTag)),
];
