import { eq } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { verifyPassword } from "#worker/auth/passwords.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";

const recentSignInMs = 15 * 60 * 1000;

/** Whether the user signed in, or confirmed their identity, in the last fifteen minutes. */
export const hasRecentSignIn = ({ visitor: { authenticatedAt } }: ShopContext): boolean =>
	authenticatedAt !== null && authenticatedAt.getTime() > Date.now() - recentSignInMs;

/** Returns null if the account has no password, undefined if the account no longer exists. */
const readHash = async ({ db }: ShopContext, { id }: Account) =>
	(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;

export const hasPassword = async (shop: ShopContext, account: Account): Promise<boolean> =>
	typeof (await readHash(shop, account)) === "string";

/** Passes if the account no longer exists, so that two concurrent deletions both succeed (OWASP ASVS 7.5.3). */
export async function reauthenticate(shop: ShopContext, account: Account, password: string) {
	await enforceRateLimit(shop.env, "loginAccount", account.email);
	const hash = await readHash(shop, account);
	if (hash === undefined) return;
	if (hash === null) {
		if (hasRecentSignIn(shop)) return;
		throw new ShopError("recent_sign_in_required");
	}
	if (password === "") throw fieldError("password", requiredMessages.password);
	if (await verifyPassword(password, hash)) return;
	logSecurity(shop.visitor, {
		event: "re-authentication rejected",
		user: account.id,
		about: "password",
	});
	throw new ShopError("wrong_password");
}
