/** Tag of every page that lists tools: home, catalogue, sitemap. */
export const listTag = "products";

/** Tag of the home page's reviews (specification.md §7). */
export const homeReviewsTag = "getreviews";

/** Tag of the product's page, and of pages that show it as similar. */
export const productTag = (id: string): string => `product:${id}`;

/** Tag of the product's page, for its reviews and rating. */
export const toolReviewsTag = (id: string): string => `reviews:${id}`;

export const pictureTag = (key: string): string => `image:${key}`;

/** Tags of the pages that show the product's name, description, price or stock. */
export const productTags = (id: string): string[] => [listTag, productTag(id)];

/** @param tools ids of the products that are reviewed; null for a review of the shop itself */
export const reviewTags = (tools: (string | null)[]): string[] => [
	homeReviewsTag,
	...new Set(tools.flatMap((id) => id ?? []).map(toolReviewsTag)),
];
