import { and, eq, inArray, type SQL } from "drizzle-orm";
import { errors, ShopError, ValidationError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import type { Login, Signup } from "#contract/schemas/accounts.ts";
import { isSignupEmail } from "#contract/schemas/fields.ts";
import { requireOwnEmail } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { hashPassword, isOutdated, verifyPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createAccessToken, createSession, deleteSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { accountColumns } from "./users.ts";
import { sendFirstLink } from "./verify.ts";

/** `holds`: what must still be true of their row of `users` when the session begins. */
type Proof = { method: "password" | "signup" | "google"; holds: SQL };

/** A session has begun: what the browser keeps of it. */
export type SignedIn = { account: Account; token: string; expiresAt: Date };

/**
 * Starts a new session and ends the one the visitor came with: an old id never lives on (OWASP, session fixation).
 * @throws ShopError 401 when the account is no longer as it was verified
 */
export async function signIn(
	{ db, visitor }: Shop,
	account: Account,
	{ method, holds }: Proof,
): Promise<SignedIn> {
	const options = { proof: holds, replaces: visitor.sessionId };
	const { token, expiresAt } = await createSession(db, account.id, options);
	logSecurity(visitor, { event: "signed in", user: account.id, about: method });
	return { account, token, expiresAt };
}

/** @throws ShopError 400 when the email is taken, 401 when its owner has taken the account over meanwhile, 429 */
export async function signup(shop: Shop, { name, email, password }: Signup): Promise<SignedIn> {
	await enforceRateLimit(shop.env, "signup", shop.visitor.network);
	const { db } = shop;
	const id = createId();
	const passwordHash = await hashPassword(password);
	const made = await write(shop, {
		statements: [db.insert(users).values({ id, email, name, passwordHash }).onConflictDoNothing()],
		done: db.select({ id: users.id }).from(users).where(eq(users.id, id)),
	});
	if (!made) throw new ShopError("email_taken");
	const account: Account = { id, email, name, role: defaultRole };
	const holds = eq(users.passwordHash, passwordHash);
	const signedIn = await signIn(shop, account, { method: "signup", holds });
	sendFirstLink(shop, account);
	return signedIn;
}

/** Hashes a verified password with today's parameters, unless another password has been set meanwhile. */
async function renewHash({ db }: Shop, id: string, verified: string, password: string) {
	const renewed = await hashPassword(password);
	const isVerified = and(eq(users.id, id), eq(users.passwordHash, verified));
	await retry(() => db.update(users).set({ passwordHash: renewed }).where(isVerified));
	return renewed;
}

/** Without a rate limit. @returns the account with the hashes that its password has been verified with; null where it is wrong */
export async function verifyLogin(shop: Shop, { email, password }: Login) {
	const user = await shop.db
		.select({ ...accountColumns, passwordHash: users.passwordHash })
		.from(users)
		.where(eq(users.email, email))
		.get();
	const isRight = await verifyPassword(password, user?.passwordHash ?? null);
	if (!user?.passwordHash || !isRight) {
		const about = { user: user?.id ?? null, about: "password" };
		logSecurity(shop.visitor, { event: "sign-in refused", ...about });
		return null;
	}
	const { passwordHash, ...account } = user;
	if (!isOutdated(passwordHash)) return { account, hashes: [passwordHash] };
	const renewed = await renewHash(shop, account.id, passwordHash, password);
	return { account, hashes: [passwordHash, renewed] };
}

/** The same error, whether or not there is such an account; specification.md §5 says what an address looks like. */
const credentialsError = (email: string) =>
	isSignupEmail(email)
		? new ShopError("invalid_credentials")
		: new ValidationError(
				[
					{ field: "email", message: invalid.email },
					{ field: "password", message: errors.invalid_credentials.message },
				],
				errors.invalid_credentials.message,
			);

/** Two logins at once may both rehash an outdated password: the second is judged by the hash of the first. */
const maxAttempts = 2;

/** @returns null where the password has changed since it was verified */
function unlessChanged(error: unknown): null {
	if (error instanceof ShopError && error.status === 401) return null;
	throw error;
}

/**
 * An unknown address, a wrong password and an account without password answer alike and take alike long. A password
 * that is changed between its verification and the new session is verified once more, as it then is.
 * @throws ShopError 400 or 401 (by the address alone), 429
 */
export async function login(shop: Shop, input: Login): Promise<SignedIn> {
	await enforceRateLimit(shop.env, "loginAddress", shop.visitor.network);
	await enforceRateLimit(shop.env, "loginAccount", input.email);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const verified = await verifyLogin(shop, input);
		if (!verified) break;
		const { account, hashes } = verified;
		const holds = inArray(users.passwordHash, hashes);
		const signedIn = await signIn(shop, account, { method: "password", holds }).catch(
			unlessChanged,
		);
		if (signedIn) return signedIn;
	}
	throw credentialsError(input.email);
}

/** Bearer tokens made in the session end too. */
export async function signOut(shop: Shop): Promise<void> {
	if (shop.visitor.sessionId) await deleteSession(shop.db, shop.visitor.sessionId);
	logSecurity(shop.visitor, { event: "signed out", user: shop.account?.id ?? null });
}

/**
 * `PUT /user/{email}`: the bearer token that the browser keeps as `accessToken`.
 * @throws ShopError 401, 403 when it is another account's email, 429
 */
export async function createOwnAccessToken(shop: Shop, email: string): Promise<string> {
	const { id } = requireOwnEmail(shop, email);
	await enforceRateLimit(shop.env, "token", id);
	const { sessionId, tokenExpiresAt } = shop.visitor;
	if (!sessionId) throw new Error("an account without a session");
	return createAccessToken(shop.db, sessionId, tokenExpiresAt);
}
