/** Tags of cached pages that show this product, or the grid it stands in (architecture.md "Reads near the visitor"). */
export const productTags = (id: string): string[] => ["products", `product:${id}`];

/** Tags of cached pages that show reviews. */
export const reviewTags = ["getreviews"];
