import { eq } from "drizzle-orm";
import { resetPath } from "#contract/return-path.ts";
import { countTry } from "#worker/auth/limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { forLog } from "#worker/db/failures.ts";
import { retry } from "#worker/db/retry.ts";
import { resetTokens, users } from "#worker/db/schema.ts";
import { sendMail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { resetMail } from "./reset-mail.ts";

/** Milliseconds that a link lives; OWASP Forgot Password Cheat Sheet. */
export const resetLifeMs = 60 * 60 * 1000;

/** One live link a user: a new one makes the one before worthless. */
async function sendLink({ db, env, origin, visitor }: Shop, email: string): Promise<void> {
	const user = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
	logSecurity(visitor, { event: "reset link asked", user: user?.id ?? null });
	if (!user) return;
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + resetLifeMs) };
	await retry(() =>
		db
			.insert(resetTokens)
			.values({ userId: user.id, ...link })
			.onConflictDoUpdate({ target: resetTokens.userId, set: link }),
	);
	await sendMail(env, resetMail(email, new URL(resetPath(token), origin).href));
}

/**
 * Sends a link to choose a new password. Answers alike, and at once, whether or not there is such an account: the
 * work is done after the answer.
 * @throws ShopError 429
 */
export async function forgotPassword(shop: Shop, email: string): Promise<void> {
	const { env, visitor } = shop;
	await countTry(env.LIMIT_FORGOT_ADDRESS, visitor.network);
	await countTry(env.LIMIT_FORGOT_ACCOUNT, email);
	shop.waitUntil(() =>
		sendLink(shop, email).catch((error: unknown) => console.error("password reset", forLog(error))),
	);
}
