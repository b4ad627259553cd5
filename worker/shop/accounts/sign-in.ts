import { and, eq, inArray, not, type SQL } from "drizzle-orm";
import { errors, ShopError, ValidationError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import type { Login, Signup } from "#contract/schemas/accounts.ts";
import { isSignupEmail } from "#contract/schemas/fields.ts";
import { accountColumns, hasSecondFactor } from "#worker/auth/account-columns.ts";
import { requireOwnEmail } from "#worker/auth/authorize.ts";
import { markMissingSecondFactor } from "#worker/auth/mark-missing-second-factor.ts";
import { hashPassword, isHashOutdated, verifyPassword } from "#worker/auth/passwords.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createAccessToken, createSession, deleteSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";
import { type Challenge, createSignInChallenge, needsSecondStep } from "./second-step.ts";
import { sendFirstVerificationLink } from "./verify.ts";

type SignInProof = {
	method: "password" | "signup" | "google";
	/** Must be true of the account's row in `users` when the session is created. */
	condition: SQL;
};

/** The value and expiry of the session cookie, or a challenge instead of a session if a code is still needed. */
export type SignInResult = { account: Account; token: string; expiresAt: Date } | SecondStep;
type SecondStep = { account: Account; challenge: Challenge };

/**
 * Ends the previous session, to prevent session fixation (OWASP). An account with a second factor gets a challenge instead of a session.
 * @throws ShopError 401 if the condition no longer holds
 */
export async function signIn(
	shop: ShopContext,
	account: Account,
	{ method, condition: proof }: SignInProof,
): Promise<SignInResult> {
	const { db, visitor } = shop;
	if (await needsSecondStep(shop, account)) {
		return { account, challenge: await createSignInChallenge(shop, account, method, proof) };
	}
	const condition = and(proof, not(hasSecondFactor));
	const { device, country, sessionId: previousSessionId } = visitor;
	const options = { condition, previousSessionId, device, country };
	const { token, expiresAt } = await createSession(db, account.id, options);
	logSecurity(visitor, { event: "signed in", user: account.id, about: method });
	return { account: markMissingSecondFactor(shop.env, account, false), token, expiresAt };
}

/**
 * @param tool - ID of the tool whose stock alert the account requests; it is created once the email is verified
 * @throws ShopError 400 if the email is taken, 401 if the email's owner has already taken over the new account, 429
 */
export async function signUp(
	shop: ShopContext,
	{ name, email, password }: Signup,
	tool: string | null = null,
): Promise<SignInResult> {
	await enforceRateLimit(shop.env, "signup", shop.visitor.network);
	const { db } = shop;
	const id = createId();
	const passwordHash = await hashPassword(password);
	const account = await write(shop, {
		statements: [db.insert(users).values({ id, email, name, passwordHash }).onConflictDoNothing()],
		confirmWrite: db.select(accountColumns).from(users).where(eq(users.id, id)),
	});
	if (!account) throw new ShopError("email_taken");
	const condition = eq(users.passwordHash, passwordHash);
	const session = await signIn(shop, account, { method: "signup", condition });
	sendFirstVerificationLink(shop, account, tool);
	return session;
}

/** Hashes a verified password with the current parameters. Does not overwrite a password that was set in the meantime. */
async function renewHash({ db }: ShopContext, id: string, oldHash: string, password: string) {
	const newHash = await hashPassword(password);
	const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, oldHash));
	await retry(() => db.update(users).set({ passwordHash: newHash }).where(isUnchanged));
	return newHash;
}

/** Returns null if the password is wrong. The caller must apply the rate limits. */
export async function verifyLogin(shop: ShopContext, { email, password }: Login) {
	const user = await shop.db
		.select({ ...accountColumns, passwordHash: users.passwordHash })
		.from(users)
		.where(eq(users.email, email))
		.get();
	const isCorrect = await verifyPassword(password, user?.passwordHash ?? null);
	if (!user?.passwordHash || !isCorrect) {
		const userId = user?.id ?? null;
		logSecurity(shop.visitor, { event: "sign-in rejected", user: userId, about: "password" });
		return null;
	}
	const { passwordHash, ...account } = user;
	if (!isHashOutdated(passwordHash)) return { account, hashes: [passwordHash] };
	const newHash = await renewHash(shop, account.id, passwordHash, password);
	return { account, hashes: [passwordHash, newHash] };
}

/** The error must not depend on whether the account exists, only on the format of the email (specification.md §5). */
function createCredentialsError(email: string): ShopError | ValidationError {
	if (isSignupEmail(email)) return new ShopError("invalid_credentials");
	const { message } = errors.invalid_credentials;
	const issues = [
		{ field: "email", message: invalid.email },
		{ field: "password", message },
	];
	return new ValidationError(issues, message);
}

/** If two concurrent logins both rehash an outdated password, one of them must try again with the hash that the other stored. */
const maxAttempts = 2;

/** An unknown email and a wrong password take the same time. @throws ShopError 401, or 400 if the email is malformed; 429 */
export async function signInWithPassword(shop: ShopContext, input: Login): Promise<SignInResult> {
	await enforceRateLimit(shop.env, "loginNetwork", shop.visitor.network);
	await enforceRateLimit(shop.env, "loginAccount", input.email);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const verified = await verifyLogin(shop, input);
		if (!verified) break;
		const { account, hashes } = verified;
		const condition = inArray(users.passwordHash, hashes);
		try {
			return await signIn(shop, account, { method: "password", condition });
		} catch (error) {
			const hasPasswordChanged = error instanceof ShopError && error.status === 401;
			if (!hasPasswordChanged) throw error;
		}
	}
	throw createCredentialsError(input.email);
}

/** Ends the session and its bearer tokens. */
export async function signOut(shop: ShopContext): Promise<void> {
	if (shop.visitor.sessionId) await deleteSession(shop.db, shop.visitor.sessionId);
	logSecurity(shop.visitor, { event: "signed out", user: shop.account?.id ?? null });
}

/** `PUT /user/{email}`. @throws ShopError 401, 403 if the email is another account's, 429 */
export async function issueAccessToken(shop: ShopContext, email: string): Promise<string> {
	const { id } = requireOwnEmail(shop, email);
	await enforceRateLimit(shop.env, "token", id);
	const { sessionId, tokenExpiresAt } = shop.visitor;
	if (!sessionId) throw new Error("The account has no session.");
	return createAccessToken(shop.db, sessionId, tokenExpiresAt);
}
