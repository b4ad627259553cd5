import { expect } from "vitest";
import { contentCalls } from "#contract/calls/content.ts";
import { markOrderPaid } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	everyone,
	replaceSuccess,
	shopperOnly,
	unknownId,
} from "./row.ts";

const img = "/pictures/people/tom.svg";

export const reviewRows: ContractRow[] = [
	{
		call: contentCalls.addReview,
		path: () => "/review",
		body: () => ({ review: "Solid.", ratings: 4.5, img, name: "x", email: "x@example.com" }),
		statuses: shopperOnly,
		invalid: { statuses: replaceSuccess(shopperOnly, 400) },
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 },
		}),
	},
	{
		call: contentCalls.addReview,
		path: () => "/review",
		body: ({ product }) => ({ review: "Solid.", ratings: "5", img, toolId: product.id }),
		// Only the shopper has bought the product.
		arrange: markOrderPaid,
		statuses: [401, 200, 400, 403],
		invalid: {
			body: () => ({ review: "Solid.", ratings: "5", img, toolId: unknownId }),
			statuses: replaceSuccess(shopperOnly, 400),
		},
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 },
		}),
	},
	{
		call: contentCalls.listReviews,
		path: () => "/getreviews",
		statuses: everyone,
		expectedBody: ({ review }) =>
			expect.arrayContaining([
				expect.objectContaining({ _id: review.id, img, name: review.name, ratings: "5" }),
			]),
	},
	{
		call: contentCalls.deleteReview,
		path: ({ review }) => `/review/${review.id}`,
		statuses: adminOnly,
		missing: { path: () => `/review/${unknownId}`, statuses: replaceSuccess(adminOnly, 404) },
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) - 1 },
			review: undefined,
		}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
