import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PasskeyAssertion } from "#contract/schemas/passkeys.ts";
import { createSession, getSession } from "#worker/auth/sessions.ts";
import { passkeyChallenges, passkeys, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import { createAuthenticator, goodFlags } from "../../../tests/support/passkeys.ts";
import { addSecondFactor } from "../../../tests/support/second-factor.ts";
import { confirmIdentity, getConfirmMethod } from "./confirm-identity.ts";
import { getPasskeyOptions, signInWithPasskey } from "./passkey-proof.ts";
import { addPasskey, createRegistrationOptions } from "./passkeys.ts";
import { setRole } from "./roles.ts";
import { resetSecondFactor } from "./second-factor.ts";

const origin = "http://shop.test";
const rejected = { code: "passkey_rejected", status: 400 };
const expired = { code: "passkey_expired", status: 400 };

async function createFixture(algorithm: "ES256" | "EdDSA" | "RS256" = "ES256", signCount = 0) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [admin, bob] = [await localShop.addAccount("admin"), await localShop.addAccount("support")];
	await db.update(users).set({ emailVerifiedAt: new Date() });
	const context = localShop.createContext(admin);
	const visitorContext = localShop.createContext(null);
	const authenticator = await createAuthenticator(origin, algorithm);
	const { challenge } = await createRegistrationOptions(context);
	await addPasskey(context, await authenticator.create({ challenge, signCount }));
	const requestChallenge = async () => (await getPasskeyOptions(visitorContext)).challenge;
	/** Signs a new challenge with the passkey. */
	const sign = async (overrides: object = {}) =>
		authenticator.sign(admin.id, { challenge: await requestChallenge(), ...overrides });
	return {
		localShop,
		db,
		admin,
		bob,
		context,
		visitorContext,
		authenticator,
		requestChallenge,
		sign,
	};
}

const changeResponse = (
	signed: PasskeyAssertion,
	response: Partial<PasskeyAssertion["response"]>,
) => ({
	...signed,
	response: { ...signed.response, ...response },
});

test.each(["ES256", "EdDSA", "RS256"] as const)(
	"a passkey sign-in with %s needs no second factor and ends the previous session",
	async (algorithm) => {
		const { db, admin, visitorContext, sign } = await createFixture(algorithm);
		await addSecondFactor(db, admin.id);
		const signed = await sign();
		const { id: sessionId } = await createSession(db, admin.id);
		const context = { ...visitorContext, visitor: { ...visitorContext.visitor, sessionId } };
		const { account, token } = await signInWithPasskey(context, signed);
		expect(account).toEqual(admin);
		expect((await getSession(db, token))?.account).toMatchObject(admin);
		expect(await db.$count(passkeyChallenges)).toBe(0);
		expect(await db.select().from(passkeys)).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
		await expect(signInWithPasskey(visitorContext, signed)).rejects.toMatchObject(expired);
		expect(await db.$count(sessions)).toBe(1);
	},
);

test("accepts a hundred ECDSA signatures, whose encoding varies in length", async () => {
	const { db, visitorContext, sign } = await createFixture();
	for (let count = 0; count < 100; count++) await signInWithPasskey(visitorContext, await sign());
	expect(await db.$count(sessions)).toBe(100);
});

test("rejects a response signed for another site, page or purpose, or without user verification", async () => {
	const { db, bob, visitorContext, authenticator, sign, requestChallenge } = await createFixture();
	const invalidOptions = {
		"wrong origin": { origin: "http://evil.example" },
		"in another site's frame": { crossOrigin: true },
		"a new passkey": { type: "webauthn.create" },
		"wrong host": { rpId: "evil.example" },
		"no user present": { flags: goodFlags & ~0x01 },
		"no user verified": { flags: goodFlags & ~0x04 },
		"no longer syncable": { flags: goodFlags & ~0x18 },
	};
	for (const [name, overrides] of Object.entries(invalidOptions)) {
		const attempt = signInWithPasskey(visitorContext, await sign(overrides));
		await expect(attempt, name).rejects.toMatchObject(rejected);
	}
	const [good, other] = [await sign(), await sign()];
	const stranger = await createAuthenticator(origin);
	const challenge = await requestChallenge();
	const tamperedAssertions: Record<string, PasskeyAssertion> = {
		"another response's signature": changeResponse(good, { signature: other.response.signature }),
		"signature by another key": {
			...(await stranger.sign("x", { challenge })),
			id: good.id,
		},
		"no signature": changeResponse(good, { signature: "AAAA" }),
		"changed counter": changeResponse(good, {
			authenticatorData: (await sign({ signCount: 9 })).response.authenticatorData,
		}),
		"unknown passkey": await stranger.sign("x", { challenge }),
		"another account's handle": await authenticator.sign(bob.id, { challenge }),
		"no handle": changeResponse(good, { userHandle: null }),
		"no JSON": changeResponse(good, { clientDataJSON: "AAAA" }),
		"cut off": changeResponse(good, { authenticatorData: "AAAA" }),
	};
	const log = vi.spyOn(console, "log").mockReturnValue();
	for (const [name, signed] of Object.entries(tamperedAssertions)) {
		await expect(signInWithPasskey(visitorContext, signed), name).rejects.toMatchObject(rejected);
		expect(log.mock.lastCall?.[0], name).toContain('"security":"sign-in rejected"');
	}
	log.mockRestore();
	expect(await db.$count(sessions)).toBe(0);
	await signInWithPasskey(visitorContext, good);
});

test("rejects a challenge that is expired, unknown, or meant for adding a passkey", async () => {
	const { db, admin, context, visitorContext, authenticator, sign } = await createFixture();
	const expiredResponse = await sign();
	await db.update(passkeyChallenges).set({ expiresAt: new Date(Date.now() - 1) });
	const unknownChallenge = { challenge: "a".repeat(32) };
	const registrationChallenge = { challenge: (await createRegistrationOptions(context)).challenge };
	for (const signed of [
		expiredResponse,
		await authenticator.sign(admin.id, unknownChallenge),
		await authenticator.sign(admin.id, registrationChallenge),
	]) {
		await expect(signInWithPasskey(visitorContext, signed)).rejects.toMatchObject(expired);
	}
	expect(await db.$count(sessions)).toBe(0);
});

test("rejects a signature counter that does not grow, unless it is always 0", async () => {
	const { db, visitorContext, sign } = await createFixture("ES256", 5);
	for (const signCount of [5, 4, 0]) {
		const attempt = signInWithPasskey(visitorContext, await sign({ signCount }));
		await expect(attempt, `${signCount}`).rejects.toMatchObject(rejected);
	}
	await signInWithPasskey(visitorContext, await sign({ signCount: 6 }));
	expect(await db.select().from(passkeys)).toMatchObject([{ signCount: 6 }]);
});

test("only one of two concurrent sign-ins with the same challenge or counter succeeds", async () => {
	for (const isSameChallenge of [true, false]) {
		const { localShop, db, visitorContext, sign } = await createFixture("ES256", 5);
		const first = await sign({ signCount: 6 });
		const second = isSameChallenge ? first : await sign({ signCount: 6 });
		let hasRun = false;
		const racingContext = localShop.createContext(null, async (statements) => {
			if (hasRun || !statements.some((sql) => sql.startsWith('insert into "sessions"'))) return;
			hasRun = true;
			await signInWithPasskey(visitorContext, second);
		});
		await expect(signInWithPasskey(racingContext, first)).rejects.toMatchObject(expired);
		expect(await db.$count(sessions), `${isSameChallenge}`).toBe(1);
	}
});

test("a passkey that is removed during a sign-in is rejected", async () => {
	const { localShop, db, sign } = await createFixture();
	const racingContext = localShop.createContext(null, async (statements) => {
		if (statements.some((sql) => sql.startsWith('insert into "sessions"')))
			await db.delete(passkeys);
	});
	await expect(signInWithPasskey(racingContext, await sign())).rejects.toMatchObject(expired);
	expect(await db.$count(sessions)).toBe(0);
});

test("a sign-in creates one session even if D1's response is lost", async () => {
	const { localShop, db, sign } = await createFixture();
	const context = localShop.createContext(null, loseResponseTo('insert into "sessions"'));
	await signInWithPasskey(context, await sign());
	expect(await db.$count(sessions)).toBe(1);
	expect(await db.$count(passkeyChallenges)).toBe(0);
});

test("a passkey confirms an identity without a password or code", async () => {
	const { localShop, db, admin, bob, context, sign } = await createFixture();
	expect(await getConfirmMethod(context)).toEqual({ method: "google", hasPasskey: true });
	expect(await getConfirmMethod(localShop.createContext(bob))).toMatchObject({ hasPasskey: false });
	const { id } = await createSession(db, admin.id);
	const oldVisitor = { ...context.visitor, sessionId: id, authenticatedAt: new Date(0) };
	const staleContext = { ...context, visitor: oldVisitor };
	await addSecondFactor(db, admin.id);
	const signed = await sign();
	const confirmedContext = await confirmIdentity(staleContext, { passkey: signed });
	expect(await setRole(confirmedContext, bob.email, "catalogue")).toBe(1);
	const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
	expect(row?.confirmedAt).toEqual(confirmedContext.visitor.authenticatedAt);
	await expect(confirmIdentity(staleContext, { passkey: signed })).rejects.toMatchObject(expired);
	const bobsContext = { ...localShop.createContext(bob), visitor: oldVisitor };
	const bobsAttempt = confirmIdentity(bobsContext, { passkey: await sign() });
	await expect(bobsAttempt).rejects.toMatchObject(rejected);
});

test("resetting a user's second factor also removes their passkeys", async () => {
	const { localShop, db, admin, bob } = await createFixture();
	await db.update(users).set({ role: "admin" });
	await addSecondFactor(db, admin.id);
	expect(
		await resetSecondFactor(localShop.createContext({ ...bob, role: "admin" }), admin.email),
	).toBe(1);
	expect(await db.$count(passkeys)).toBe(0);
});
