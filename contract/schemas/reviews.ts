import * as v from "valibot";
import { textLength } from "../limits.ts";
import { invalid, requiredMessages, tooLong } from "../messages.ts";
import { image, text } from "./fields.ts";

/** `ratings` is free text (specification.md §5). */
export const reviewSchema = v.object({
	review: text(requiredMessages.review, textLength.review),
	ratings: v.pipe(
		v.union([v.number(), v.string()], requiredMessages.ratings),
		v.transform(String),
		text(requiredMessages.ratings, textLength.ratings),
	),
	img: image,
	toolId: v.optional(
		v.pipe(
			v.string(invalid.text),
			v.trim(),
			v.maxLength(textLength.id, tooLong(textLength.id)),
			v.description(
				"ID of the reviewed tool, which the account must have bought; empty if the review is not about a tool",
			),
		),
	),
});

export type NewReview = v.InferOutput<typeof reviewSchema>;
