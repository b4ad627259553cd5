// Not in seed.ts, so that tests can read the rows without loading the database client.
import * as v from "valibot";
import { categorySlugs } from "#contract/categories.ts";
import products from "./products.json" with { type: "json" };
import reviews from "./reviews.json" with { type: "json" };

const productSchema = v.strictObject({
	...v.entriesFromList(["id", "name", "partNumber", "description", "img"], v.string()),
	...v.entriesFromList(["priceCents", "quantity", "minimum"], v.number()),
	orderMultiple: v.optional(v.number(), 1),
	priceBreaks: v.optional(v.array(v.tuple([v.number(), v.number()])), []),
	category: v.picklist(categorySlugs),
	gallery: v.array(v.string()),
	specification: v.array(v.tuple([v.string(), v.string()])),
});
const reviewSchema = v.strictObject({
	...v.entriesFromList(["id", "review", "ratings", "name", "email", "img"], v.string()),
	productId: v.optional(v.string()),
});

export const seedProducts = v.parse(v.array(productSchema), products);

/** The reviews of a new shop, oldest first. A review without `productId` is about the shop. No review is verified. */
export const seedReviews = v.parse(v.array(reviewSchema), reviews);
