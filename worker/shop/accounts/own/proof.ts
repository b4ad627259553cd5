import { and, eq, gt } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { required } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { verifyPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../../context.ts";

/** Milliseconds after a sign-in during which it counts as fresh: for accounts that have no password to ask for. */
const freshMs = 15 * 60 * 1000;

/** @returns null where the account has none, undefined where the account is gone by now */
const readHash = async ({ db }: Shop, { id }: Account): Promise<string | null | undefined> =>
	(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;

/** @returns whether the account has a password; one of Google alone has none */
export const hasPassword = async (shop: Shop, account: Account): Promise<boolean> =>
	typeof (await readHash(shop, account)) === "string";

async function isFresh({ db, visitor }: Shop): Promise<boolean> {
	const since = new Date(Date.now() - freshMs);
	const mine = eq(sessions.id, visitor.sessionId ?? "");
	return (await db.$count(sessions, and(mine, gt(sessions.createdAt, since)))) > 0;
}

/**
 * That whoever asks is the owner, and not somebody at an open screen (OWASP ASVS 7.5.3): by the password, or, where
 * there is none, by a sign-in of the last fifteen minutes. Counted as tries to log in. Of an account that is gone by now
 * nothing has to be shown.
 * @throws ShopError 400 wrong password, 403 the sign-in is too long ago, 429
 */
export async function requireOwner(shop: Shop, account: Account, password: string): Promise<void> {
	await enforceRateLimit(shop.env, "loginAccount", account.email);
	const hash = await readHash(shop, account);
	if (hash === undefined) return;
	if (hash === null) {
		if (await isFresh(shop)) return;
		throw new ShopError("recent_sign_in_required");
	}
	if (password === "") throw fieldError("password", required.password);
	if (await verifyPassword(password, hash)) return;
	logSecurity(shop.visitor, { event: "deletion refused", user: account.id, about: "password" });
	throw new ShopError("wrong_password");
}
