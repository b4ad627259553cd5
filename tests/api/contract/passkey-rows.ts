import { expect } from "vitest";
import { passkeyCalls } from "#contract/calls/passkeys.ts";
import { passkeys, users } from "#worker/db/schema.ts";
import { createAuthenticator } from "../../support/passkeys.ts";
import type { Fixture } from "./fixture.ts";
import { everyone, type Row, replace200, type Statuses } from "./row.ts";

const signedInOnly: Statuses = [401, 200, 200, 200];

const { id, create, sign } = await createAuthenticator("http://localhost:8787");
const challenge = "a".repeat(32);
export const created = await create({ challenge });
export const signed = await sign("nobody", { challenge });

async function addPasskeys(fixture: Fixture): Promise<Fixture> {
	const { publicKey, publicKeyAlgorithm: algorithm } = created.response;
	for (const { id: userId } of Object.values(fixture.accounts)) {
		const key = { publicKey, algorithm, canSync: true, isSynced: false };
		const row = { id: `${id}${userId}`, userId, name: "Laptop", ...key };
		await fixture.shop.db.insert(passkeys).values(row);
	}
	// Another way to sign in, so that the passkey can be removed.
	await fixture.shop.db.update(users).set({ passwordHash: "-" });
	return fixture;
}

export const ofShopper = ({ accounts }: Fixture) => `/passkeys/${id}${accounts.shopper.id}`;
const missing = { path: () => "/passkeys/none", statuses: replace200(signedInOnly, 404) };

export const passkeyRows: Row[] = [
	{
		call: passkeyCalls.getPasskeyOptions,
		path: () => "/auth/passkey-options",
		valid: everyone,
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
		body: () => ({ passkey: signed }),
		valid: [400, 400, 400, 400],
		invalid: { statuses: [400, 400, 400, 400] },
	},
	{
		call: passkeyCalls.listPasskeys,
		path: () => "/passkeys",
		arrange: addPasskeys,
		valid: signedInOnly,
		expectedBody: () => [
			expect.objectContaining({ name: "Laptop", synced: false, lastUsedAt: null }),
		],
	},
	{
		call: passkeyCalls.startPasskey,
		path: () => "/passkey-options",
		arrange: addPasskeys,
		valid: signedInOnly,
	},
	{
		call: passkeyCalls.addPasskey,
		path: () => "/passkeys",
		body: () => ({ passkey: created }),
		valid: replace200(signedInOnly, 400),
		invalid: { statuses: replace200(signedInOnly, 400) },
	},
	{
		call: passkeyCalls.renamePasskey,
		path: ofShopper,
		body: () => ({ name: "Phone" }),
		arrange: addPasskeys,
		valid: [401, 200, 404, 404],
		invalid: { statuses: replace200(signedInOnly, 400) },
		missing: { ...missing, body: () => ({ name: "Phone" }) },
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: passkeyCalls.removePasskey,
		path: ofShopper,
		arrange: addPasskeys,
		valid: [401, 200, 404, 404],
		missing,
		expectedChanges: () => ({}),
		expectedBody: () => ({ acknowledged: true, deletedCount: 1 }),
	},
];
