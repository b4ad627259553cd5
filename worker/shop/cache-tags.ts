/** The tag of every page that lists tools: home, catalog, sitemap. */
export const listTag = "products";

/** The tag of the home page, purged when the reviews on it change (specification.md §7). */
export const homeReviewsTag = "getreviews";

/** The tag of the product's page, and of pages that show it as similar. */
export const getProductTag = (id: string): string => `product:${id}`;

/** The tag of every product page. */
export const toolPagesTag = "tools";

/** The tag of the product's page, purged when its reviews or rating change. */
export const getToolReviewsTag = (id: string): string => `reviews:${id}`;

export const getUploadTag = (key: string): string => `image:${key}`;

/** Tags of the pages that show the product's name, description, price or stock. */
export const getProductTags = (id: string): string[] => [listTag, getProductTag(id)];

/** @param productIds - null for a review of the shop itself */
export const getReviewTags = (productIds: (string | null)[]): string[] => [
	homeReviewsTag,
	...new Set(productIds.filter((id) => id !== null).map(getToolReviewsTag)),
];
