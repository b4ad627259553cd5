import * as v from "valibot";
import { formatFileSize, imageMaxBytes, listMax } from "../limits.ts";
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

export const contentCalls = {
	addReview: defineCall("POST", "/review", {
		summary: "Add a review",
		note: "Name and email come from the account. Only customers who have paid for a tool can review it, and one review per account counts toward its rating.",
		access: "reviews:write",
		body: reviewSchema,
		response: insertedResponse,
		errors: ["product_unknown", "product_not_bought", "rate_limited", "review_not_added"],
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
	uploadImage: defineCall("POST", "/images", {
		summary: "Upload a picture",
		note: `PNG, JPEG, WebP, AVIF or GIF, detected from the file's bytes; at most ${formatFileSize(imageMaxBytes)}. Unused pictures are removed after a day.`,
		access: "signedIn",
		upload: { type: "multipart/form-data", note: "The file, in the `image` field." },
		response: v.object({ success: v.boolean(), data: v.object({ url: v.string() }) }),
		errors: [
			"validation_failed",
			"payload_too_large",
			"image_too_large",
			"image_too_many_pixels",
			"multipart_required",
			"unsupported_image_type",
			"rate_limited",
			"too_many_uploads",
			"too_many_unverified_uploads",
		],
	}),
	getDocument: defineCall("GET", "/documents/{hash}/{name}", {
		summary: "A PDF document",
		note: "`name` is the file name for downloads: lowercase letters, digits and hyphens, then `.pdf`.",
		access: "anyone",
		rawResponse: { status: 200, mediaType: "application/pdf", note: "The file; it never changes." },
		errors: ["not_found"],
		hasETag: true,
	}),
	getImage: defineCall("GET", "/images/{key}", {
		summary: "A picture",
		access: "anyone",
		rawResponse: { status: 200, mediaType: "image/*", note: "The picture; it never changes." },
		errors: ["not_found"],
		hasETag: true,
	}),
};
