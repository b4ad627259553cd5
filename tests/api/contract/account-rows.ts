import { expect } from "vitest";
import { accountCalls } from "#contract/calls/accounts.ts";
import { contentCalls } from "#contract/calls/content.ts";
import { markOrderPaid } from "./pay.ts";
import {
	adminOnly,
	everyone,
	insteadOf200,
	nowhere,
	type Row,
	type Statuses,
	shopperOnly,
} from "./row.ts";

const self: Statuses = [401, 200, 403, 403];
const selfOrAdmin: Statuses = [401, 200, 403, 200];
const img = "/pictures/people/tom.svg";

export const accountRows: Row[] = [
	{
		call: accountCalls.createToken,
		named: "PUT /user/{email}",
		path: ({ people }) => `/user/${people.shopper.email}`,
		body: ({ people }) => ({ email: people.shopper.email }),
		good: self,
		missing: { path: () => "/user/nobody@example.com", statuses: [401, 403, 403, 403] },
		answers: () => ({ token: expect.stringMatching(/^[a-z2-7]{32}$/) }),
	},
	{
		call: accountCalls.checkAdmin,
		named: "GET /admin/{email}",
		path: ({ people }) => `/admin/${people.shopper.email}`,
		good: selfOrAdmin,
		answers: () => ({ admin: false }),
	},
	{
		call: accountCalls.checkAdmin,
		named: "GET /admin/{email}",
		path: ({ people }) => `/admin/${people.admin.email}`,
		good: adminOnly,
		answers: () => ({ admin: true }),
	},
	{
		call: accountCalls.updateProfile,
		named: "PUT /userinfo/{email}",
		path: ({ people }) => `/userinfo/${people.shopper.email}`,
		body: () => ({ img, phone: " 555 0199 " }),
		good: self,
		bad: { statuses: insteadOf200(self, 400) },
		missing: {
			path: () => "/userinfo/nobody@example.com",
			body: () => ({ img, phone: "555 0199" }),
			statuses: [401, 403, 403, 403],
		},
		effect: ({ shopper }) => ({ shopper: { ...shopper, img, phone: "555 0199" } }),
		answers: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.listUsers,
		named: "GET /users",
		path: () => "/users",
		good: adminOnly,
		answers: ({ people: { other } }) =>
			expect.arrayContaining([
				{
					_id: other.id,
					email: other.email,
					name: other.name,
					role: "shopper",
					img: null,
					phone: null,
				},
			]),
	},
	{
		call: accountCalls.makeAdmin,
		named: "PUT /user/admin/{email}",
		path: ({ people }) => `/user/admin/${people.other.email}`,
		good: adminOnly,
		missing: {
			path: () => "/user/admin/nobody@example.com",
			statuses: insteadOf200(adminOnly, 404),
		},
		effect: ({ other }) => ({ other: { ...other, role: "admin" } }),
		answers: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.makeAdmin,
		named: "PUT /user/admin/{email}",
		path: ({ people }) => `/user/admin/${people.admin.email}`,
		good: adminOnly,
		answers: () => ({ result: { modifiedCount: 0 } }),
	},
	{
		call: accountCalls.deleteUser,
		named: "DELETE /user/admin/{email}",
		path: ({ people }) => `/user/admin/${people.shopper.email}`,
		good: adminOnly,
		missing: {
			path: () => "/user/admin/nobody@example.com",
			statuses: insteadOf200(adminOnly, 404),
		},
		effect: ({ counts, order, review }) => ({
			counts: { ...counts, users: (counts?.users ?? 0) - 1 },
			shopper: undefined,
			order: { ...order, userId: null },
			review: { ...review, userId: null, name: "Former customer", email: "", img: "" },
		}),
		answers: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: accountCalls.deleteUser,
		named: "DELETE /user/admin/{email}",
		path: ({ people }) => `/user/admin/${people.admin.email}`,
		good: [401, 403, 403, 403],
	},
	{
		call: contentCalls.addReview,
		named: "POST /review",
		path: () => "/review",
		body: () => ({ review: "Solid.", ratings: 4.5, img, name: "x", email: "x@example.com" }),
		good: shopperOnly,
		bad: { statuses: insteadOf200(shopperOnly, 400) },
		effect: ({ counts }) => ({ counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 } }),
	},
	{
		call: contentCalls.addReview,
		named: "POST /review",
		path: () => "/review",
		body: ({ product }) => ({ review: "Solid.", ratings: "5", img, toolId: product.id }),
		arrange: markOrderPaid,
		good: [401, 200, 400, 403],
		bad: {
			body: () => ({ review: "Solid.", ratings: "5", img, toolId: nowhere }),
			statuses: insteadOf200(shopperOnly, 400),
		},
		effect: ({ counts }) => ({ counts: { ...counts, reviews: (counts?.reviews ?? 0) + 1 } }),
	},
	{
		call: contentCalls.listReviews,
		named: "GET /getreviews",
		path: () => "/getreviews",
		good: everyone,
		answers: ({ review }) =>
			expect.arrayContaining([
				expect.objectContaining({ _id: review.id, img, name: review.name, ratings: "5" }),
			]),
	},
	{
		call: contentCalls.deleteReview,
		named: "DELETE /review/{id}",
		path: ({ review }) => `/review/${review.id}`,
		good: adminOnly,
		missing: { path: () => `/review/${nowhere}`, statuses: insteadOf200(adminOnly, 404) },
		effect: ({ counts }) => ({
			counts: { ...counts, reviews: (counts?.reviews ?? 0) - 1 },
			review: undefined,
		}),
		answers: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
