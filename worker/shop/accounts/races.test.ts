import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword, verifyPassword } from "#worker/auth/passwords.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { resetTokens, sessions, signInChallenges, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import { hashQuickly } from "../../../tests/support/quick-hash.ts";
import { addSecondFactor } from "../../../tests/support/second-factor.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import type { ShopContext } from "../context.ts";
import { resetPassword } from "./reset.ts";
import { signInWithPassword, signUp } from "./sign-in.ts";

const oldHash = await hashPassword("old password");

/** Creates an account with a password and a reset link. */
async function createFixture(passwordHash = oldHash) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { id, email } = await localShop.addAccount();
	await db.update(users).set({ passwordHash }).where(eq(users.id, id));
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: id, ...link });
	const createContext = (beforeQuery: QueryHook): ShopContext =>
		localShop.createContext(null, beforeQuery);
	const readHash = async () =>
		(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;
	return {
		db,
		email,
		id,
		token,
		createContext,
		readHash,
		contextWithoutRace: createContext(() => undefined),
	};
}

/** Runs an action once, before the first round trip with a statement that matches the pattern. */
function runBefore(pattern: RegExp, action: () => Promise<unknown>): QueryHook {
	let hasRun = false;
	return async (statements) => {
		if (hasRun || !statements.some((sql) => pattern.test(sql))) return;
		hasRun = true;
		await action();
	};
}

test("a login creates no session if the password changes first", async () => {
	const { db, email, token, createContext, contextWithoutRace } = await createFixture();
	const context = createContext(
		runBefore(/insert into "sessions"/, () =>
			resetPassword(contextWithoutRace, token, "new password"),
		),
	);
	await expect(
		signInWithPassword(context, { email, password: "old password" }),
	).rejects.toMatchObject({
		code: "invalid_credentials",
	});
	expect(await db.$count(sessions), "a new password deletes all sessions").toBe(0);
	await signInWithPassword(contextWithoutRace, { email, password: "new password" });
	expect(await db.$count(sessions)).toBe(1);
});

test("a login starts no second step if the password changes first", async () => {
	const { db, id, email, createContext } = await createFixture();
	await addSecondFactor(db, id);
	const context = createContext(
		runBefore(/insert into "sign_in_challenges"/, () =>
			db.update(users).set({ passwordHash: hashQuickly("new password") }),
		),
	);
	await expect(
		signInWithPassword(context, { email, password: "old password" }),
	).rejects.toMatchObject({
		code: "invalid_credentials",
	});
	expect(await db.$count(signInChallenges)).toBe(0);
});

test("rehashing an outdated password does not overwrite a password that is set in the meantime", async () => {
	const { db, email, token, createContext, readHash, contextWithoutRace } = await createFixture(
		hashQuickly("old password"),
	);
	const context = createContext(
		runBefore(/update "users" set "password_hash"/, () =>
			resetPassword(contextWithoutRace, token, "new password"),
		),
	);
	await expect(
		signInWithPassword(context, { email, password: "old password" }),
	).rejects.toMatchObject({
		status: 401,
	});
	expect(await verifyPassword("new password", (await readHash()) ?? null)).toBe(true);
	expect(await db.$count(sessions)).toBe(0);
});

test("two concurrent logins that both rehash an outdated password both succeed", async () => {
	const { db, email, createContext, readHash, contextWithoutRace } = await createFixture(
		hashQuickly("old password"),
	);
	const credentials = { email, password: "old password" };
	const context = createContext(
		runBefore(/update "users" set "password_hash"/, () =>
			signInWithPassword(contextWithoutRace, credentials),
		),
	);
	await signInWithPassword(context, credentials);
	expect(await db.$count(sessions)).toBe(2);
	expect(await readHash()).toMatch(/^scrypt\$16384\$/);
});

test("a sign-up creates no session if the owner of the email takes over the new account first", async () => {
	const { db, createContext } = await createFixture();
	const email = "owner@example.com";
	const context = createContext(
		runBefore(/insert into "sessions"/, () =>
			db.update(users).set({ passwordHash: null }).where(eq(users.email, email)),
		),
	);
	await expect(
		signUp(context, { name: "Squatter", email, password: "squatted" }),
	).rejects.toMatchObject({ status: 401 });
	expect(await db.$count(sessions)).toBe(0);
});

test("a login creates no session if the account is deleted first", async () => {
	const { db, email, id, createContext } = await createFixture();
	const context = createContext(
		runBefore(/insert into "sessions"/, () => db.delete(users).where(eq(users.id, id))),
	);
	await expect(
		signInWithPassword(context, { email, password: "old password" }),
	).rejects.toMatchObject({
		status: 401,
	});
	expect(await db.$count(sessions)).toBe(0);
});

test("a login creates one session and ends the previous one even if D1's response is lost", async () => {
	const { db, email, createContext, contextWithoutRace } = await createFixture();
	const context = createContext(loseResponseTo('insert into "sessions"'));
	await signInWithPassword(contextWithoutRace, { email, password: "old password" });
	const [previousSession] = await db.select().from(sessions);
	const visitor = { ...context.visitor, sessionId: previousSession?.id ?? null };
	await signInWithPassword({ ...context, visitor }, { email, password: "old password" });
	const remaining = await db.select().from(sessions);
	expect(remaining).toHaveLength(1);
	expect(remaining[0]?.id).not.toBe(previousSession?.id);
});
