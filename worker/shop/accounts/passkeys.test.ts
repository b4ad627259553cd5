import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { passkeysMax } from "#contract/limits.ts";
import type { NewPasskey } from "#contract/schemas/passkeys.ts";
import { passkeyChallenges, passkeys, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createAuthenticator, goodFlags } from "../../../tests/support/passkeys.ts";
import type { ShopContext } from "../context.ts";
import {
	addPasskey,
	createRegistrationOptions,
	listPasskeys,
	removePasskey,
	renamePasskey,
} from "./passkeys.ts";

const origin = "http://shop.test";

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [ada, bob] = [await localShop.addAccount("support"), await localShop.addAccount()];
	await db.update(users).set({ emailVerifiedAt: new Date(), passwordHash: "hash" });
	return { localShop, db, ada, bob, context: localShop.createContext(ada) };
}

/** Adds a passkey as a user does, and returns its authenticator. */
async function addNewPasskey(context: ShopContext) {
	const authenticator = await createAuthenticator(origin);
	const { challenge } = await createRegistrationOptions(context);
	await addPasskey(context, await authenticator.create({ challenge }));
	return authenticator;
}

test("registration options identify the shop, the account and its passkeys, and require user verification", async () => {
	const { ada, context } = await createFixture();
	const first = await addNewPasskey(context);
	const options = await createRegistrationOptions(context);
	expect(options).toMatchObject({
		rp: { id: "shop.test" },
		user: { id: Buffer.from(ada.id).toString("base64url"), name: ada.email },
		excludeCredentials: [{ type: "public-key", id: first.id }],
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		attestation: "none",
	});
	expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
	expect(Buffer.from(options.challenge, "base64url")).toHaveLength(24);
});

test.each(["ES256", "EdDSA", "RS256"] as const)(
	"a new passkey with %s is stored once and named after the device",
	async (algorithm) => {
		const { db, context } = await createFixture();
		const authenticator = await createAuthenticator(origin, algorithm);
		const { challenge } = await createRegistrationOptions(context);
		const created = await authenticator.create({ challenge, signCount: 7 });
		await addPasskey(context, created);
		expect(await listPasskeys(context)).toMatchObject([
			{ name: "Firefox on Windows", isSynced: true, lastUsedAt: null },
		]);
		expect(await db.select().from(passkeys)).toMatchObject([{ signCount: 7, canSync: true }]);
		expect(await db.$count(passkeyChallenges)).toBe(0);
		await expect(addPasskey(context, created)).rejects.toMatchObject({ code: "passkey_exists" });
		expect(await db.$count(passkeys)).toBe(1);
	},
);

test("rejects a passkey created for another site, page or purpose, or without user verification", async () => {
	const { db, context } = await createFixture();
	const authenticator = await createAuthenticator(origin);
	const { challenge } = await createRegistrationOptions(context);
	const invalidOptions = {
		"wrong origin": { origin: "http://shop.test.evil.example" },
		"another port": { origin: "http://shop.test:8080" },
		"in another site's frame": { crossOrigin: true },
		"a sign-in": { type: "webauthn.get" },
		"wrong host": { rpId: "evil.example" },
		"no user present": { flags: goodFlags & ~0x01 },
		"no user verified": { flags: goodFlags & ~0x04 },
		"synced but not syncable": { flags: goodFlags & ~0x08 },
	};
	const invalid = { code: "passkey_invalid", status: 400 };
	for (const [name, overrides] of Object.entries(invalidOptions)) {
		const created = await authenticator.create({ challenge, ...overrides });
		await expect(addPasskey(context, created), name).rejects.toMatchObject(invalid);
	}
	const good = await authenticator.create({ challenge });
	const other = await (await createAuthenticator(origin)).create({ challenge });
	const tamperedPasskeys: Record<string, NewPasskey> = {
		"another id": { ...good, id: other.id },
		"no key": { ...good, response: { ...good.response, publicKey: "AAAA" } },
		"key of another algorithm": {
			...good,
			response: { ...good.response, publicKeyAlgorithm: -257 },
		},
		"unknown algorithm": { ...good, response: { ...good.response, publicKeyAlgorithm: -8000 } },
		"no JSON": { ...good, response: { ...good.response, clientDataJSON: "AAAA" } },
		"cut off": {
			...good,
			response: {
				...good.response,
				authenticatorData: good.response.authenticatorData.slice(0, 60),
			},
		},
	};
	for (const [name, created] of Object.entries(tamperedPasskeys)) {
		await expect(addPasskey(context, created), name).rejects.toMatchObject(invalid);
	}
	expect(await db.$count(passkeys)).toBe(0);
	await addPasskey(context, good);
});

test("rejects a challenge that is another account's, expired, or already used", async () => {
	const { localShop, db, bob, context } = await createFixture();
	const expired = { code: "passkey_expired", status: 400 };
	const authenticator = await createAuthenticator(origin);
	const bobsOptions = await createRegistrationOptions(localShop.createContext(bob));
	await expect(
		addPasskey(context, await authenticator.create({ challenge: bobsOptions.challenge })),
	).rejects.toMatchObject(expired);
	const { challenge } = await createRegistrationOptions(context);
	await db.update(passkeyChallenges).set({ expiresAt: new Date(Date.now() - 1) });
	await expect(
		addPasskey(context, await authenticator.create({ challenge })),
	).rejects.toMatchObject(expired);
	const fresh = await createRegistrationOptions(context);
	await addPasskey(context, await authenticator.create({ challenge: fresh.challenge }));
	const second = await createAuthenticator(origin);
	await expect(
		addPasskey(context, await second.create({ challenge: fresh.challenge })),
	).rejects.toMatchObject(expired);
});

test("only one of two concurrent requests with the same challenge adds a passkey", async () => {
	const { localShop, db, ada, context } = await createFixture();
	const [first, second] = [await createAuthenticator(origin), await createAuthenticator(origin)];
	const { challenge } = await createRegistrationOptions(context);
	const other = await second.create({ challenge });
	let hasRun = false;
	const racingContext = localShop.createContext(ada, async (statements) => {
		if (hasRun || !statements.some((sql) => sql.startsWith('insert into "passkeys"'))) return;
		hasRun = true;
		await addPasskey(context, other);
	});
	await expect(addPasskey(racingContext, await first.create({ challenge }))).rejects.toMatchObject({
		code: "passkey_expired",
	});
	expect((await db.select().from(passkeys)).map(({ id }) => id)).toEqual([second.id]);
});

test("an account has at most ten passkeys, even if two are added at the same time", async () => {
	const { localShop, db, ada, context } = await createFixture();
	for (let count = 1; count < passkeysMax; count++) await addNewPasskey(context);
	const authenticator = await createAuthenticator(origin);
	const { challenge } = await createRegistrationOptions(context);
	let hasRun = false;
	const racingContext = localShop.createContext(ada, async (statements) => {
		if (hasRun || !statements.some((sql) => sql.startsWith('insert into "passkeys"'))) return;
		hasRun = true;
		await addNewPasskey(context);
	});
	const tooMany = { code: "too_many_passkeys", status: 409 };
	await expect(
		addPasskey(racingContext, await authenticator.create({ challenge })),
	).rejects.toMatchObject(tooMany);
	await expect(createRegistrationOptions(context)).rejects.toMatchObject(tooMany);
	expect(await db.$count(passkeys)).toBe(passkeysMax);
});

test("an account with an unverified email or an old sign-in cannot add a passkey", async () => {
	const { db, ada, context } = await createFixture();
	const { challenge } = await createRegistrationOptions(context);
	const created = await (await createAuthenticator(origin)).create({ challenge });
	const staleContext = {
		...context,
		visitor: { ...context.visitor, authenticatedAt: new Date(0) },
	};
	const confirmationRequired = { code: "confirmation_required", status: 403 };
	await expect(createRegistrationOptions(staleContext)).rejects.toMatchObject(confirmationRequired);
	await expect(addPasskey(staleContext, created)).rejects.toMatchObject(confirmationRequired);
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.id));
	const unverified = { code: "passkey_needs_verified_email" };
	await expect(createRegistrationOptions(context)).rejects.toMatchObject(unverified);
	await expect(addPasskey(context, created)).rejects.toMatchObject(unverified);
	expect(await db.$count(passkeys)).toBe(0);
});

test("only a passkey's owner can rename or remove it, and removing it ends the owner's other sessions", async () => {
	const { localShop, db, ada, bob, context } = await createFixture();
	const { id } = await addNewPasskey(context);
	const bobsContext = localShop.createContext(bob);
	const notFound = { code: "passkey_not_found", status: 404 };
	await expect(renamePasskey(bobsContext, id, "Mine")).rejects.toMatchObject(notFound);
	await expect(removePasskey(bobsContext, id)).rejects.toMatchObject(notFound);
	await renamePasskey(context, id, "Laptop");
	expect(await listPasskeys(context)).toMatchObject([{ name: "Laptop" }]);
	expect(await listPasskeys(bobsContext)).toEqual([]);
	for (const [session, { id: userId }] of [
		["own", ada],
		["lost", ada],
		["bobs", bob],
	] as const) {
		await db.insert(sessions).values({ id: session, userId, expiresAt: new Date(9e12) });
	}
	const currentContext = {
		...context,
		visitor: { ...context.visitor, sessionId: "own", authenticatedAt: new Date() },
	};
	const staleContext = {
		...currentContext,
		visitor: { ...currentContext.visitor, authenticatedAt: new Date(0) },
	};
	await expect(removePasskey(staleContext, id)).rejects.toMatchObject({
		code: "confirmation_required",
	});
	await removePasskey(currentContext, id);
	await expect(removePasskey(currentContext, id)).rejects.toMatchObject(notFound);
	expect(await listPasskeys(context)).toEqual([]);
	expect((await db.select().from(sessions)).map((row) => row.id)).toEqual(["own", "bobs"]);
});

test("a passkey cannot be removed if it is the account's last way to sign in", async () => {
	const { db, context } = await createFixture();
	const [first, second] = [await addNewPasskey(context), await addNewPasskey(context)];
	await db.update(users).set({ passwordHash: null, googleSub: null });
	await removePasskey(context, first.id);
	const lastMethod = { code: "last_sign_in_method", status: 409 };
	await expect(removePasskey(context, second.id)).rejects.toMatchObject(lastMethod);
	expect(await db.$count(passkeys)).toBe(1);
});
