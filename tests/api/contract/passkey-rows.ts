import { expect } from "vitest";
import { passkeyCalls } from "#contract/calls/passkeys.ts";
import { passkeys, users } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { assertion, getShopperPasskeyPath, passkeyId, registration } from "./passkey-bodies.ts";
import {
	type ContractRow,
	hiddenFromOthers,
	invalidForAccounts,
	invalidForEveryone,
	notFoundForAccounts,
	okForEveryone,
	signedInOnly,
	updateResponse,
} from "./row.ts";

async function addPasskeys(fixture: Fixture): Promise<Fixture> {
	const { publicKey, publicKeyAlgorithm: algorithm } = registration.response;
	for (const { id: userId } of Object.values(fixture.accounts)) {
		const key = { publicKey, algorithm, canSync: true, isSynced: false };
		const row = { id: `${passkeyId}${userId}`, userId, name: "Laptop", ...key };
		await fixture.shop.db.insert(passkeys).values(row);
	}
	// A passkey can be removed only if the account has another way to sign in.
	await fixture.shop.db.update(users).set({ passwordHash: "-" });
	return fixture;
}

const missingPasskey = { path: () => "/passkeys/none", statuses: notFoundForAccounts };

export const passkeyRows: ContractRow[] = [
	{
		call: passkeyCalls.getPasskeyOptions,
		path: () => "/auth/passkey-options",
		statuses: okForEveryone,
		expectedBody: () => ({
			challenge: expect.stringMatching(/^[a-z2-7]{32}$/),
			rpId: "localhost",
			timeout: 300_000,
			userVerification: "required",
			allowCredentials: [],
		}),
	},
	{
		call: passkeyCalls.signInWithPasskey,
		path: () => "/auth/passkey",
		// The shop has not issued the challenge of this assertion.
		body: () => ({ passkey: assertion }),
		statuses: invalidForEveryone,
		invalidCase: { statuses: invalidForEveryone },
	},
	{
		call: passkeyCalls.listPasskeys,
		path: () => "/passkeys",
		arrange: addPasskeys,
		statuses: signedInOnly,
		expectedBody: () => [
			expect.objectContaining({ name: "Laptop", synced: false, lastUsedAt: null }),
		],
	},
	{
		call: passkeyCalls.createRegistrationOptions,
		path: () => "/passkey-options",
		arrange: addPasskeys,
		statuses: signedInOnly,
	},
	{
		call: passkeyCalls.addPasskey,
		path: () => "/passkeys",
		// The shop has not issued the challenge of this registration.
		body: () => ({ passkey: registration }),
		statuses: invalidForAccounts,
		invalidCase: { statuses: invalidForAccounts },
	},
	{
		call: passkeyCalls.renamePasskey,
		path: getShopperPasskeyPath,
		body: () => ({ name: "Phone" }),
		arrange: addPasskeys,
		statuses: hiddenFromOthers,
		invalidCase: { statuses: invalidForAccounts },
		missingCase: { ...missingPasskey, body: () => ({ name: "Phone" }) },
		needsOwnFixture: true,
		expectedBody: () => updateResponse,
	},
	{
		call: passkeyCalls.removePasskey,
		path: getShopperPasskeyPath,
		arrange: addPasskeys,
		statuses: hiddenFromOthers,
		missingCase: missingPasskey,
		needsOwnFixture: true,
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
