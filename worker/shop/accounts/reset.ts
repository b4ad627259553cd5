import { and, eq, gt, inArray } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** Whose password this is already, as an earlier try was carried out unheard; the salt makes its hash one of a kind. */
async function findOwner({ db }: Shop, passwordHash: string): Promise<string | null> {
	const owner = db.select({ id: users.id }).from(users).where(eq(users.passwordHash, passwordHash));
	return (await owner.get())?.id ?? null;
}

/**
 * Sets a new password with the link from the mail, which is then used up, and ends every session of the account.
 * @throws ShopError 400 when the link is unknown, used or older than an hour
 */
export async function resetPassword(shop: Shop, token: string, password: string): Promise<void> {
	const { db } = shop;
	const live = and(
		eq(resetTokens.tokenHash, await hashToken(token)),
		gt(resetTokens.expiresAt, new Date()),
	);
	const owner = db.select({ id: resetTokens.userId }).from(resetTokens).where(live);
	if (!(await owner.get())) throw fieldError("token", failure.resetLink);
	const passwordHash = await hashPassword(password);
	const change = () =>
		db.batch([
			db
				.update(users)
				.set({ passwordHash, emailProvedAt: new Date() })
				.where(inArray(users.id, owner)),
			db.delete(sessions).where(inArray(sessions.userId, owner)),
			db.delete(resetTokens).where(live).returning({ userId: resetTokens.userId }),
		]);
	const { result, again } = await retryWrite(change);
	const user = result[2][0]?.userId ?? (again ? await findOwner(shop, passwordHash) : null);
	if (!user) throw fieldError("token", failure.resetLink);
	logSecurity(shop.visitor, { event: "password reset", user });
}
