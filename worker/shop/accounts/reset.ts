import { and, eq, gt, inArray } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** Whether an earlier try was carried out unheard: the salt makes its hash one of a kind. */
const isChanged = async ({ db }: Shop, id: string, passwordHash: string): Promise<boolean> =>
	(await db.$count(users, and(eq(users.id, id), eq(users.passwordHash, passwordHash)))) > 0;

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
	const known = await owner.get();
	if (!known) throw fieldError("token", failure.resetLink);
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
	const [, , used] = result;
	const isDone = used.length > 0 || (again && (await isChanged(shop, known.id, passwordHash)));
	if (!isDone) throw fieldError("token", failure.resetLink);
	logSecurity(shop.visitor, { event: "password reset", user: known.id });
}
