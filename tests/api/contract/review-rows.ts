import { expect } from "vitest";
import { reviewCalls } from "#contract/calls/reviews.ts";
import { markOrderPaid } from "./pay.ts";
import {
	adminOnly,
	type ContractRow,
	invalidForShoppers,
	notFoundForAdmins,
	okForEveryone,
	shopperOnly,
	unknownId,
} from "./row.ts";

const img = "/pictures/people/tom.svg";

export const reviewRows: ContractRow[] = [
	{
		call: reviewCalls.addReview,
		path: () => "/review",
		body: () => ({ review: "Solid.", ratings: 4.5, img, name: "x", email: "x@example.com" }),
		statuses: shopperOnly,
		invalidCase: { statuses: invalidForShoppers },
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 },
		}),
	},
	{
		call: reviewCalls.addReview,
		path: () => "/review",
		body: ({ product }) => ({ review: "Solid.", ratings: "5", img, toolId: product.id }),
		// Only the shopper has bought the product.
		arrange: markOrderPaid,
		statuses: { anonymous: 401, shopper: 200, otherShopper: 400, admin: 403 },
		invalidCase: {
			body: () => ({ review: "Solid.", ratings: "5", img, toolId: unknownId }),
			statuses: invalidForShoppers,
		},
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 },
		}),
	},
	{
		call: reviewCalls.listReviews,
		path: () => "/getreviews",
		statuses: okForEveryone,
		expectedBody: ({ review }) =>
			expect.arrayContaining([
				expect.objectContaining({ _id: review.id, img, name: review.name, ratings: "5" }),
			]),
	},
	{
		call: reviewCalls.deleteReview,
		path: ({ review }) => `/review/${review.id}`,
		statuses: adminOnly,
		missingCase: { path: () => `/review/${unknownId}`, statuses: notFoundForAdmins },
		expectedChanges: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) - 1 },
			review: undefined,
		}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
