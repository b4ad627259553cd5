import * as v from "valibot";
import { toolReviews } from "#contract/limits.ts";

const pageSchema = v.fallback(
	v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(toolReviews.pages - 1)),
	0,
);

/** @returns which page of a product's reviews `?page=` asks for, from 0; anything unreadable is the first */
export const readReviewsPage = ({ searchParams }: URL): number =>
	v.parse(pageSchema, searchParams.get("page"));
