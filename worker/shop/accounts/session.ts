import type { SQL } from "drizzle-orm";
import type { Account } from "#contract/roles.ts";
import { requireOwnEmail } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createAccessToken, createSession, deleteSession } from "#worker/auth/sessions.ts";
import type { Shop } from "../context.ts";

/** How somebody has shown who they are, and what must still be true of their row of `users` when the session begins. */
type Proof = { method: "password" | "signup" | "google"; holds: SQL };

/**
 * Starts a new session and ends the one the visitor came with: an old id never lives on (OWASP, session fixation).
 * @throws ShopError 401 when the account is no longer as it was verified
 */
export async function signIn(
	{ db, visitor }: Shop,
	account: Account,
	{ method, holds }: Proof,
): Promise<Account> {
	const options = { proof: holds, replaces: visitor.sessionId };
	const { token, expiresAt } = await createSession(db, account.id, options);
	visitor.keepSession(token, expiresAt);
	logSecurity(visitor, { event: "signed in", user: account.id, about: method });
	return account;
}

/** Ends the session, and the bearer tokens made in it. Signed out already is fine. */
export async function signOut(shop: Shop): Promise<void> {
	if (shop.visitor.sessionId) await deleteSession(shop.db, shop.visitor.sessionId);
	shop.visitor.dropSession();
	logSecurity(shop.visitor, { event: "signed out", user: shop.account?.id ?? null });
}

/**
 * `PUT /user/{email}`: the bearer token that the browser keeps as `accessToken`.
 * @throws ShopError 401, 403 when it is another account's email, 429
 */
export async function createOwnAccessToken(shop: Shop, email: string): Promise<string> {
	const { id } = requireOwnEmail(shop, email);
	await enforceRateLimit(shop.env, "token", id);
	const { sessionId, tokenEnds } = shop.visitor;
	if (!sessionId) throw new Error("an account without a session");
	return createAccessToken(shop.db, sessionId, tokenEnds);
}
