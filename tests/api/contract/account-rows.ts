import { expect } from "vitest";
import { accountCalls } from "#contract/calls/accounts.ts";
import { sessions } from "#worker/db/schema.ts";
import { addSecondFactor } from "../../support/second-factor.ts";
import type { Fixture } from "./fixture.ts";
import {
	adminOnly,
	type ContractRow,
	forbiddenForAccounts,
	hiddenFromOthers,
	invalidForAccounts,
	invalidForAdmins,
	invalidForEveryone,
	notFoundForAccounts,
	notFoundForAdmins,
	okForEveryone,
	ownerOnly,
	ownerOrAdmin,
	replaceSuccess,
	signedInOnly,
} from "./row.ts";

const img = "/pictures/people/tom.svg";

async function addSecondFactors(fixture: Fixture): Promise<Fixture> {
	const { shop, accounts } = fixture;
	for (const { id } of Object.values(accounts)) await addSecondFactor(shop.db, id);
	return fixture;
}

export const accountRows: ContractRow[] = [
	{
		call: accountCalls.createToken,
		path: ({ accounts }) => `/user/${accounts.shopper.email}`,
		body: ({ accounts }) => ({ email: accounts.shopper.email }),
		statuses: ownerOnly,
		missingCase: { path: () => "/user/nobody@example.com", statuses: forbiddenForAccounts },
		expectedBody: () => ({ token: expect.stringMatching(/^[a-z2-7]{32}$/) }),
	},
	{
		call: accountCalls.checkAdmin,
		path: ({ accounts }) => `/admin/${accounts.shopper.email}`,
		statuses: ownerOrAdmin,
		expectedBody: () => ({ admin: false }),
	},
	{
		call: accountCalls.checkAdmin,
		path: ({ accounts }) => `/admin/${accounts.admin.email}`,
		statuses: adminOnly,
		expectedBody: () => ({ admin: true }),
	},
	{
		call: accountCalls.updateProfile,
		path: ({ accounts }) => `/userinfo/${accounts.shopper.email}`,
		body: () => ({ img, phone: " 555 0199 " }),
		statuses: ownerOnly,
		invalidCase: { statuses: replaceSuccess(ownerOnly, 400) },
		missingCase: {
			path: () => "/userinfo/nobody@example.com",
			body: () => ({ img, phone: "555 0199" }),
			statuses: forbiddenForAccounts,
		},
		expectedChanges: ({ shopper }) => ({ shopper: { ...shopper, img, phone: "555 0199" } }),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.listUsers,
		path: () => "/users",
		statuses: adminOnly,
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
		statuses: signedInOnly,
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
		statuses: hiddenFromOthers,
		needsOwnFixture: true,
		missingCase: { path: () => "/sessions/none", statuses: notFoundForAccounts },
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
	{
		call: accountCalls.endOtherSessions,
		path: () => "/sessions",
		statuses: signedInOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: 0 }),
	},
	{
		call: accountCalls.completeSignIn,
		path: () => "/auth/second-factor",
		body: () => ({ code: "123456" }),
		statuses: replaceSuccess(okForEveryone, 401),
		invalidCase: { statuses: invalidForEveryone },
	},
	{
		call: accountCalls.confirmIdentity,
		path: () => "/auth/confirm",
		body: () => ({}),
		statuses: signedInOnly,
		invalidCase: { body: () => ({ password: 7 }), statuses: invalidForAccounts },
		expectedBody: () => ({ confirmed: true }),
	},
	{
		call: accountCalls.getSecondFactor,
		path: () => "/second-factor",
		statuses: signedInOnly,
		expectedBody: () => ({ enabled: false, recoveryCodesLeft: 0 }),
	},
	{
		call: accountCalls.startSecondFactor,
		path: () => "/second-factor",
		body: () => ({}),
		statuses: adminOnly,
		invalidCase: { body: () => ({ password: 7 }), statuses: invalidForAdmins },
		expectedBody: () => ({
			secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
			uri: expect.stringMatching(/^otpauth:/),
		}),
	},
	{
		call: accountCalls.confirmSecondFactor,
		path: () => "/second-factor/confirm",
		body: () => ({ code: "123456" }),
		statuses: replaceSuccess(adminOnly, 409),
		invalidCase: { statuses: invalidForAdmins },
	},
	{
		call: accountCalls.regenerateRecoveryCodes,
		path: () => "/second-factor/recovery-codes",
		body: () => ({}),
		arrange: addSecondFactors,
		statuses: signedInOnly,
		invalidCase: { body: () => ({ password: 7 }), statuses: invalidForAccounts },
		expectedBody: () => ({ recoveryCodes: Array.from({ length: 10 }, () => expect.any(String)) }),
	},
	{
		call: accountCalls.regenerateRecoveryCodes,
		path: () => "/second-factor/recovery-codes",
		body: () => ({}),
		statuses: replaceSuccess(signedInOnly, 409),
	},
	{
		call: accountCalls.removeSecondFactor,
		path: () => "/second-factor/remove",
		body: () => ({}),
		arrange: addSecondFactors,
		statuses: signedInOnly,
		invalidCase: { body: () => ({ password: 7 }), statuses: invalidForAccounts },
		expectedBody: () => ({ enabled: false }),
	},
	{
		call: accountCalls.resetSecondFactor,
		path: ({ accounts }) => `/users/${accounts.otherShopper.email}/second-factor`,
		arrange: addSecondFactors,
		statuses: adminOnly,
		missingCase: {
			path: () => "/users/nobody@example.com/second-factor",
			statuses: notFoundForAdmins,
		},
		needsOwnFixture: true,
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.resetSecondFactor,
		path: ({ accounts }) => `/users/${accounts.admin.email}/second-factor`,
		statuses: forbiddenForAccounts,
	},
	{
		call: accountCalls.makeAdmin,
		path: ({ accounts }) => `/user/admin/${accounts.otherShopper.email}`,
		statuses: adminOnly,
		missingCase: { path: () => "/user/admin/nobody@example.com", statuses: notFoundForAdmins },
		expectedChanges: ({ otherShopper }) => ({ otherShopper: { ...otherShopper, role: "admin" } }),
		expectedBody: () => ({ result: { modifiedCount: 1 } }),
	},
	{
		call: accountCalls.makeAdmin,
		path: ({ accounts }) => `/user/admin/${accounts.admin.email}`,
		statuses: adminOnly,
		expectedBody: () => ({ result: { modifiedCount: 0 } }),
	},
	{
		call: accountCalls.setRole,
		path: ({ accounts }) => `/users/${accounts.otherShopper.email}/role`,
		body: () => ({ role: "support" }),
		statuses: adminOnly,
		invalidCase: { body: () => ({ role: "owner" }), statuses: invalidForAdmins },
		missingCase: {
			path: () => "/users/nobody@example.com/role",
			body: () => ({ role: "support" }),
			statuses: notFoundForAdmins,
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
		statuses: forbiddenForAccounts,
	},
	{
		call: accountCalls.deleteUser,
		path: ({ accounts }) => `/user/admin/${accounts.shopper.email}`,
		statuses: adminOnly,
		missingCase: { path: () => "/user/admin/nobody@example.com", statuses: notFoundForAdmins },
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
		statuses: forbiddenForAccounts,
	},
];
