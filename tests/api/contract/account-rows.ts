import { expect } from "vitest";
import { accountCalls } from "#contract/calls/accounts.ts";
import { sessions } from "#worker/db/schema.ts";
import { addSecondFactor } from "../../support/second-factor.ts";
import type { Fixture } from "./fixture.ts";
import { adminOnly, ownerOnly, ownerOrAdmin, type Row, replace200, type Statuses } from "./row.ts";

const signedInOnly: Statuses = [401, 200, 200, 200];
const img = "/pictures/people/tom.svg";

async function addSecondFactors(fixture: Fixture): Promise<Fixture> {
	const { shop, accounts } = fixture;
	for (const { id } of Object.values(accounts)) await addSecondFactor(shop.db, id);
	return fixture;
}

export const accountRows: Row[] = [
	{
		call: accountCalls.createToken,
		path: ({ accounts }) => `/user/${accounts.shopper.email}`,
		body: ({ accounts }) => ({ email: accounts.shopper.email }),
		valid: ownerOnly,
		missing: { path: () => "/user/nobody@example.com", statuses: [401, 403, 403, 403] },
		expectedBody: () => ({ token: expect.stringMatching(/^[a-z2-7]{32}$/) }),
	},
	{
		call: accountCalls.checkAdmin,
		path: ({ accounts }) => `/admin/${accounts.shopper.email}`,
		valid: ownerOrAdmin,
		expectedBody: () => ({ admin: false }),
	},
	{
		call: accountCalls.checkAdmin,
		path: ({ accounts }) => `/admin/${accounts.admin.email}`,
		valid: adminOnly,
		expectedBody: () => ({ admin: true }),
	},
	{
		call: accountCalls.updateProfile,
		path: ({ accounts }) => `/userinfo/${accounts.shopper.email}`,
		body: () => ({ img, phone: " 555 0199 " }),
		valid: ownerOnly,
		invalid: { statuses: replace200(ownerOnly, 400) },
		missing: {
			path: () => "/userinfo/nobody@example.com",
			body: () => ({ img, phone: "555 0199" }),
			statuses: [401, 403, 403, 403],
		},
		expectedChanges: ({ shopper }) => ({ shopper: { ...shopper, img, phone: "555 0199" } }),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.listUsers,
		path: () => "/users",
		valid: adminOnly,
		expectedBody: ({ accounts: { otherShopper } }) =>
			expect.arrayContaining([
				{
					_id: otherShopper.id,
					email: otherShopper.email,
					name: otherShopper.name,
					role: "shopper",
					img: null,
					phone: null,
				},
			]),
	},
	{
		call: accountCalls.listSessions,
		path: () => "/sessions",
		valid: signedInOnly,
		expectedBody: () => [
			expect.objectContaining({ _id: expect.stringMatching(/^[0-9a-f]{64}$/), current: true }),
		],
	},
	{
		call: accountCalls.endSession,
		arrange: async (fixture) => {
			const { id } = fixture.accounts.shopper;
			const expiresAt = new Date(Date.now() + 60_000);
			await fixture.shop.db.insert(sessions).values({ id: `other-${id}`, userId: id, expiresAt });
			return fixture;
		},
		path: ({ accounts }) => `/sessions/other-${accounts.shopper.id}`,
		valid: [401, 200, 404, 404],
		// Not none: so that each request has a session of its own to end.
		expectedChanges: () => ({}),
		missing: { path: () => "/sessions/none", statuses: replace200(signedInOnly, 404) },
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: accountCalls.endOtherSessions,
		path: () => "/sessions",
		valid: signedInOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: 0 }),
	},
	{
		call: accountCalls.completeSignIn,
		path: () => "/auth/second-factor",
		body: () => ({ code: "123456" }),
		valid: [401, 401, 401, 401],
		invalid: { statuses: [400, 400, 400, 400] },
	},
	{
		call: accountCalls.confirmIdentity,
		path: () => "/auth/confirm",
		body: () => ({}),
		valid: signedInOnly,
		invalid: { body: () => ({ password: 7 }), statuses: replace200(signedInOnly, 400) },
		expectedBody: () => ({ confirmed: true }),
	},
	{
		call: accountCalls.getSecondFactor,
		path: () => "/second-factor",
		valid: signedInOnly,
		expectedBody: () => ({ enabled: false, recoveryCodesLeft: 0 }),
	},
	{
		call: accountCalls.startSecondFactor,
		path: () => "/second-factor",
		body: () => ({}),
		valid: adminOnly,
		invalid: { body: () => ({ password: 7 }), statuses: replace200(adminOnly, 400) },
		expectedBody: () => ({
			secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
			uri: expect.stringMatching(/^otpauth:/),
		}),
	},
	{
		call: accountCalls.confirmSecondFactor,
		path: () => "/second-factor/confirm",
		body: () => ({ code: "123456" }),
		valid: replace200(adminOnly, 409),
		invalid: { statuses: replace200(adminOnly, 400) },
	},
	{
		call: accountCalls.renewRecoveryCodes,
		path: () => "/second-factor/recovery-codes",
		body: () => ({}),
		arrange: addSecondFactors,
		valid: signedInOnly,
		invalid: { body: () => ({ password: 7 }), statuses: replace200(signedInOnly, 400) },
		expectedBody: () => ({ recoveryCodes: Array.from({ length: 10 }, () => expect.any(String)) }),
	},
	{
		call: accountCalls.renewRecoveryCodes,
		path: () => "/second-factor/recovery-codes",
		body: () => ({}),
		valid: replace200(signedInOnly, 409),
	},
	{
		call: accountCalls.removeSecondFactor,
		path: () => "/second-factor/remove",
		body: () => ({}),
		arrange: addSecondFactors,
		valid: signedInOnly,
		invalid: { body: () => ({ password: 7 }), statuses: replace200(signedInOnly, 400) },
		expectedBody: () => ({ enabled: false }),
	},
	{
		call: accountCalls.resetSecondFactor,
		path: ({ accounts }) => `/users/${accounts.otherShopper.email}/second-factor`,
		arrange: addSecondFactors,
		valid: adminOnly,
		missing: {
			path: () => "/users/nobody@example.com/second-factor",
			statuses: replace200(adminOnly, 404),
		},
		// Not none: so that each request has a second factor of its own to reset.
		expectedChanges: () => ({}),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.resetSecondFactor,
		path: ({ accounts }) => `/users/${accounts.admin.email}/second-factor`,
		valid: [401, 403, 403, 403],
	},
	{
		call: accountCalls.makeAdmin,
		path: ({ accounts }) => `/user/admin/${accounts.otherShopper.email}`,
		valid: adminOnly,
		missing: {
			path: () => "/user/admin/nobody@example.com",
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: ({ otherShopper }) => ({ otherShopper: { ...otherShopper, role: "admin" } }),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.makeAdmin,
		path: ({ accounts }) => `/user/admin/${accounts.admin.email}`,
		valid: adminOnly,
		expectedBody: () => ({ result: { modifiedCount: 0 } }),
	},
	{
		call: accountCalls.setRole,
		path: ({ accounts }) => `/users/${accounts.otherShopper.email}/role`,
		body: () => ({ role: "support" }),
		valid: adminOnly,
		invalid: { body: () => ({ role: "owner" }), statuses: replace200(adminOnly, 400) },
		missing: {
			path: () => "/users/nobody@example.com/role",
			body: () => ({ role: "support" }),
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: ({ otherShopper }) => ({
			otherShopper: { ...otherShopper, role: "support" },
		}),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.setRole,
		path: ({ accounts }) => `/users/${accounts.admin.email}/role`,
		body: () => ({ role: "shopper" }),
		valid: [401, 403, 403, 403],
	},
	{
		call: accountCalls.deleteUser,
		path: ({ accounts }) => `/user/admin/${accounts.shopper.email}`,
		valid: adminOnly,
		missing: {
			path: () => "/user/admin/nobody@example.com",
			statuses: replace200(adminOnly, 404),
		},
		expectedChanges: ({ counts, order, review }) => ({
			counts: { ...counts, users: (counts?.users ?? 0) - 1 },
			shopper: undefined,
			order: { ...order, userId: null },
			review: { ...review, userId: null, name: "Former customer", email: "", img: "" },
		}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: accountCalls.deleteUser,
		path: ({ accounts }) => `/user/admin/${accounts.admin.email}`,
		valid: [401, 403, 403, 403],
	},
];
