import * as v from "valibot";
import { listMax } from "../limits.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { reviewSchema } from "../schemas/reviews.ts";
import { defineCall, deletedResponse, insertedResponse } from "./call.ts";

const reviewResponse = v.object({
	_id: v.string(),
	review: v.string(),
	ratings: v.string(),
	img: v.string(),
	name: v.string(),
	toolId: v.optional(v.pipe(v.string(), v.description("the reviewed tool"))),
	verified: v.pipe(v.boolean(), v.description("whether the author bought the tool")),
	email: v.optional(v.pipe(v.string(), v.description("for admins only"))),
	hidden: v.optional(v.pipe(v.boolean(), v.description("for admins only"))),
});

export const reviewCalls = {
	addReview: defineCall("POST", "/review", {
		summary: "Add a review",
		note: "Name and email come from the account. Only customers who have paid for a tool can review it, and one review per account counts toward its rating. Repeating a review does not add another.",
		access: "reviews:write",
		body: reviewSchema,
		response: insertedResponse,
		errors: [
			"product_unknown",
			"product_not_bought",
			"review_hidden",
			"rate_limited",
			"review_not_added",
		],
	}),
	listReviews: defineCall("GET", "/getreviews", {
		summary: "The newest reviews, oldest first",
		note: `The newest ${listMax}, with a \`Link\` header (\`rel=next\`) if there are older ones. Reviewers' emails and hidden reviews are for admins only.`,
		access: "anyone",
		query: cursorSchema,
		response: v.array(reviewResponse),
		hasETag: true,
	}),
	deleteReview: defineCall("DELETE", "/review/{id}", {
		summary: "Delete a review",
		access: "reviews:moderate",
		response: deletedResponse,
		errors: ["review_not_found"],
	}),
};
