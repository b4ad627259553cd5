import { and, eq, gt, inArray } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

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
	const [, , used] = await db.batch([
		db
			.update(users)
			.set({ passwordHash, emailProvedAt: new Date() })
			.where(inArray(users.id, owner)),
		db.delete(sessions).where(inArray(sessions.userId, owner)),
		db.delete(resetTokens).where(live).returning({ userId: resetTokens.userId }),
	]);
	const [link] = used;
	if (!link) throw fieldError("token", failure.resetLink);
	logSecurity(shop.visitor, { event: "password reset", user: link.userId });
}
