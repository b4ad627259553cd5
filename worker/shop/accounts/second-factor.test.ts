import { eq, gt } from "drizzle-orm";
import { encode } from "uqr";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createSession } from "#worker/auth/sessions.ts";
import {
	auditLog,
	recoveryCodes,
	secondFactors,
	sessions,
	signInChallenges,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import {
	addSecondFactor,
	createTotp,
	recoveryCodePrefix,
} from "../../../tests/support/second-factor.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import type { ShopContext } from "../context.ts";
import {
	confirmSecondFactor,
	getSecondFactor,
	regenerateRecoveryCodes,
	removeSecondFactor,
	resetSecondFactor,
	startSecondFactor,
} from "./second-factor.ts";
import { completeSignIn } from "./second-step.ts";
import { signInWithPassword } from "./sign-in.ts";

const password = "first long secret";
const passwordHash = await hashPassword(password);

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [admin, ada] = [await localShop.addAccount("admin"), await localShop.addAccount("support")];
	await db.update(users).set({ passwordHash });
	const context = localShop.createContext(ada);
	const visitorContext = localShop.createContext(null);
	const credentials = { email: ada.email, password };
	/** Enters the password, and returns the token of the challenge. */
	async function startLogin(): Promise<string> {
		const result = await signInWithPassword(visitorContext, credentials);
		if (!("challenge" in result)) throw new Error("The sign-in has no second step.");
		return result.challenge.token;
	}
	return { localShop, db, admin, ada, context, visitorContext, credentials, startLogin };
}

const wrongCode = { issues: [{ field: "code" }] };

/** Turns on the second factor the way a user does. */
async function enableSecondFactor(context: ShopContext) {
	await startSecondFactor(context, password);
	const { setup } = await getSecondFactor(context);
	const secret = setup?.secret.replaceAll(" ", "") ?? "";
	const firstCode = await createTotp(secret);
	return { secret, firstCode, codes: await confirmSecondFactor(context, firstCode) };
}

test("the first code turns the second factor on and ends the account's other sessions", async () => {
	const { db, ada, context, visitorContext, credentials } = await createFixture();
	expect(await getSecondFactor(context)).toMatchObject({
		enabledAt: null,
		setup: null,
		canSetUp: true,
	});
	await expect(startSecondFactor(context, "wrong")).rejects.toMatchObject({
		code: "wrong_password",
	});
	await startSecondFactor(context, password);
	const { setup } = await getSecondFactor(context);
	expect(setup?.qrCode).toEqual(encode(setup?.uri ?? "", { border: 4 }).data);
	await expect(confirmSecondFactor(context, "000000")).rejects.toMatchObject(wrongCode);
	const session = await signInWithPassword(visitorContext, credentials);
	expect(session).toMatchObject({ token: expect.any(String) });
	await db.insert(sessions).values({ id: "own", userId: ada.id, expiresAt: new Date(9e12) });
	const contextWithOwnSession = { ...context, visitor: { ...context.visitor, sessionId: "own" } };
	const { codes } = await enableSecondFactor(contextWithOwnSession);
	expect(new Set(codes).size).toBe(10);
	expect(codes[0]).toMatch(/^(?:[a-z2-7]{6}-){3}[a-z2-7]{6}$/);
	expect((await db.select().from(sessions)).map(({ id }) => id)).toEqual(["own"]);
	const storedCodes = JSON.stringify(await db.select().from(recoveryCodes));
	for (const code of codes) expect(storedCodes).not.toContain(code.replaceAll("-", ""));
	expect(await getSecondFactor(context)).toMatchObject({ codesLeft: 10, setup: null });
	const alreadyEnabled = { code: "second_factor_exists" };
	await expect(startSecondFactor(context, password)).rejects.toMatchObject(alreadyEnabled);
	await expect(confirmSecondFactor(context, await createTotp())).rejects.toMatchObject(
		alreadyEnabled,
	);
});

test("the first code ends no sessions if the setup is restarted in the meantime", async () => {
	const { localShop, db, ada, context } = await createFixture();
	await startSecondFactor(context, password);
	const { setup } = await getSecondFactor(context);
	const code = await createTotp(setup?.secret.replaceAll(" ", ""));
	await createSession(db, ada.id);
	let hasRun = false;
	const beforeQuery: QueryHook = async (statements) => {
		if (hasRun || !statements.some((sql) => sql.startsWith('update "second_factors"'))) return;
		hasRun = true;
		await startSecondFactor(context, password);
	};
	await expect(
		confirmSecondFactor(localShop.createContext(ada, beforeQuery), code),
	).rejects.toMatchObject({ code: "second_factor_exists" });
	expect(hasRun).toBe(true);
	expect(await db.$count(sessions)).toBe(1);
	expect(await db.$count(recoveryCodes)).toBe(0);
});

test("a login with a second factor creates no session until an unused code is entered", async () => {
	const { db, ada, context, visitorContext, startLogin } = await createFixture();
	const { secret, firstCode } = await enableSecondFactor(context);
	const [first, second] = [await startLogin(), await startLogin()];
	expect(await db.$count(sessions)).toBe(0);
	await expect(completeSignIn(visitorContext, first, firstCode)).rejects.toMatchObject(wrongCode);
	const next = await createTotp(secret, 1);
	const { id: sessionId } = await createSession(db, ada.id);
	const contextWithSession = {
		...visitorContext,
		visitor: { ...visitorContext.visitor, sessionId },
	};
	expect(
		await completeSignIn(contextWithSession, first, `${next.slice(0, 3)} ${next.slice(3)}`),
	).toMatchObject({
		account: { id: ada.id },
	});
	expect(await db.$count(sessions), "the previous session has ended").toBe(1);
	const expired = { code: "sign_in_expired" };
	await expect(completeSignIn(visitorContext, first, next)).rejects.toMatchObject(expired);
	await expect(completeSignIn(visitorContext, second, next)).rejects.toMatchObject(wrongCode);
	await expect(completeSignIn(visitorContext, undefined, next)).rejects.toMatchObject(expired);
	expect(await db.$count(sessions)).toBe(1);
});

test("only one of two concurrent sign-ins with the same code succeeds", async () => {
	for (const kind of ["app", "recovery"] as const) {
		const { localShop, db, ada, startLogin } = await createFixture();
		await addSecondFactor(db, ada.id);
		const code = kind === "app" ? await createTotp() : recoveryCodePrefix + ada.id;
		const [first, second] = [await startLogin(), await startLogin()];
		let hasRun = false;
		const beforeQuery: QueryHook = async (statements) => {
			if (hasRun || !statements.some((sql) => sql.startsWith('insert into "sessions"'))) return;
			hasRun = true;
			await completeSignIn(localShop.createContext(null), second, code);
		};
		const racingAttempt = completeSignIn(localShop.createContext(null, beforeQuery), first, code);
		await expect(racingAttempt).rejects.toMatchObject(wrongCode);
		expect(await db.$count(sessions), kind).toBe(1);
	}
});

test("a sign-in uses up its code and creates one session even if D1's response is lost", async () => {
	const { localShop, db, ada, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	const token = await startLogin();
	const context = localShop.createContext(null, loseResponseTo('insert into "sessions"'));
	await completeSignIn(context, token, recoveryCodePrefix + ada.id);
	expect(await db.$count(sessions)).toBe(1);
	expect(await db.$count(recoveryCodes)).toBe(0);
	expect(await db.$count(signInChallenges)).toBe(0);
});

test("after five wrong codes, the password must be entered again", async () => {
	const { db, ada, visitorContext, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	const token = await startLogin();
	for (let count = 0; count < 5; count++) {
		await expect(completeSignIn(visitorContext, token, "000000")).rejects.toMatchObject(wrongCode);
	}
	await expect(completeSignIn(visitorContext, token, await createTotp())).rejects.toMatchObject({
		code: "sign_in_expired",
	});
});

test("five concurrent wrong codes use up the attempts, so even a correct sixth code is rejected", async () => {
	const { localShop, db, ada, visitorContext, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	const token = await startLogin();
	let hasRun = false;
	const beforeQuery: QueryHook = async (statements) => {
		if (hasRun || !statements.some((sql) => sql.startsWith('update "sign_in_challenges"'))) return;
		hasRun = true;
		for (let count = 0; count < 5; count++) {
			await expect(completeSignIn(visitorContext, token, "000000")).rejects.toMatchObject(
				wrongCode,
			);
		}
	};
	const racingAttempt = completeSignIn(
		localShop.createContext(null, beforeQuery),
		token,
		await createTotp(),
	);
	await expect(racingAttempt).rejects.toMatchObject({ code: "sign_in_expired" });
	expect(await db.$count(sessions)).toBe(0);
});

test("an account has twenty attempts in ten minutes across all its sign-ins", async () => {
	const { db, ada, visitorContext, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	for (let count = 0, token = ""; count < 20; count++) {
		if (count % 5 === 0) token = await startLogin();
		const attempt = completeSignIn(visitorContext, token, "000000");
		await expect(attempt).rejects.toMatchObject(wrongCode);
	}
	const token = await startLogin();
	const limitedAttempt = completeSignIn(visitorContext, token, await createTotp());
	await expect(limitedAttempt).rejects.toMatchObject({ code: "rate_limited" });
	const isUsed = gt(signInChallenges.tries, 0);
	await db
		.update(signInChallenges)
		.set({ expiresAt: new Date(Date.now() - 1) })
		.where(isUsed);
	await completeSignIn(visitorContext, token, await createTotp());
	expect(await db.$count(sessions)).toBe(1);
});

test("a login asks for a code if a second factor is added in the meantime", async () => {
	const { localShop, db, ada, credentials } = await createFixture();
	let isAdded = false;
	const context = localShop.createContext(null, async (statements) => {
		if (isAdded || !statements.some((sql) => sql.startsWith('insert into "sessions"'))) return;
		isAdded = true;
		await addSecondFactor(db, ada.id);
	});
	expect(await signInWithPassword(context, credentials)).toHaveProperty("challenge");
	expect(await db.$count(sessions)).toBe(0);
});

test("rejects a code for an expired challenge", async () => {
	const { db, ada, visitorContext, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	const token = await startLogin();
	await db.update(signInChallenges).set({ expiresAt: new Date(Date.now() - 1) });
	await expect(completeSignIn(visitorContext, token, await createTotp())).rejects.toMatchObject({
		status: 401,
	});
});

test("rejects another account's recovery code", async () => {
	const { localShop, db, ada, visitorContext, startLogin } = await createFixture();
	const bob = await localShop.addAccount("support");
	for (const { id } of [ada, bob]) await addSecondFactor(db, id);
	const token = await startLogin();
	const attempt = completeSignIn(visitorContext, token, recoveryCodePrefix + bob.id);
	await expect(attempt).rejects.toMatchObject(wrongCode);
});

test("recovery codes stop working once they are renewed or the second factor is turned off", async () => {
	const { db, ada, context, visitorContext, credentials, startLogin } = await createFixture();
	await addSecondFactor(db, ada.id);
	const codes = await regenerateRecoveryCodes(context, password);
	await expect(
		completeSignIn(visitorContext, await startLogin(), recoveryCodePrefix + ada.id),
	).rejects.toMatchObject(wrongCode);
	await completeSignIn(visitorContext, await startLogin(), codes[9]?.toUpperCase() ?? "");
	await expect(removeSecondFactor(context, "wrong")).rejects.toMatchObject({
		code: "wrong_password",
	});
	await removeSecondFactor(context, password);
	expect(await db.$count(secondFactors)).toBe(0);
	expect(await db.$count(recoveryCodes)).toBe(0);
	expect(await signInWithPassword(visitorContext, credentials)).not.toHaveProperty("challenge");
	await expect(regenerateRecoveryCodes(context, password)).rejects.toMatchObject({
		code: "second_factor_missing",
	});
});

test("resetting another user's second factor ends their sessions and is logged once", async () => {
	const { localShop, db, admin, ada } = await createFixture();
	const context = localShop.createContext(admin);
	expect(await resetSecondFactor(context, ada.email)).toBe(0);
	for (const { id } of [admin, ada]) await addSecondFactor(db, id);
	await db.insert(sessions).values({ id: "s", userId: ada.id, expiresAt: new Date(9e12) });
	expect(await resetSecondFactor(context, ada.email)).toBe(1);
	expect(await resetSecondFactor(context, ada.email)).toBe(0);
	expect(await db.$count(sessions)).toBe(0);
	expect((await db.select().from(secondFactors)).map(({ userId }) => userId)).toEqual([admin.id]);
	expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, ada.id))).toBe(0);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "user-second-factor-reset", subject: ada.email },
	]);
	await expect(resetSecondFactor(context, admin.email)).rejects.toMatchObject({ status: 403 });
	await expect(resetSecondFactor(context, "nobody@example.com")).rejects.toMatchObject({
		status: 404,
	});
});
