import * as v from "valibot";
import { afterSchema } from "../schemas/after.ts";
import { deletedAnswer, insertedAnswer } from "../schemas/answers.ts";
import { reviewAnswer, reviewSchema } from "../schemas/reviews.ts";
import { defineCall } from "./call.ts";

export const contentCalls = {
	addReview: defineCall({
		method: "POST",
		path: "/review",
		summary: "Add a review",
		note: "Name and email come from the account. Only who has paid an order of a tool can review it, and one review of each account counts in its rating.",
		who: "shopper",
		body: reviewSchema,
		answer: insertedAnswer,
		refusals: ["tooOften"],
	}),
	listReviews: defineCall({
		method: "GET",
		path: "/getreviews",
		summary: "The reviews, oldest first",
		note: "The newest 500, and a Link header with rel=next when there are older ones. Only an admin reads the emails of the reviewers, and the reviews that are hidden.",
		who: "anyone",
		query: afterSchema,
		answer: v.array(reviewAnswer),
		revalidates: true,
	}),
	deleteReview: defineCall({
		method: "DELETE",
		path: "/review/{id}",
		summary: "Delete a review",
		who: "admin",
		answer: deletedAnswer,
		refusals: ["missing"],
	}),
	uploadImage: defineCall({
		method: "POST",
		path: "/images",
		summary: "Upload a picture",
		note: "PNG, JPEG, WebP, AVIF or GIF, told by its bytes, of at most 5 MiB. One that nothing shows is removed after a day.",
		who: "signedIn",
		upload: { type: "multipart/form-data", note: "The file is the field image." },
		answer: v.object({ success: v.boolean(), data: v.object({ url: v.string() }) }),
		refusals: ["invalid", "tooLarge", "wrongType", "tooOften"],
	}),
	getImage: defineCall({
		method: "GET",
		path: "/images/{key}",
		summary: "A picture",
		who: "anyone",
		other: { status: 200, type: "image/*", note: "The picture; it never changes." },
		refusals: ["missing"],
		revalidates: true,
	}),
};
