import { eq, gt, lte, sql } from "drizzle-orm";
import { resetPath } from "#contract/return-path.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
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

/** Milliseconds that a link is not replaced: a stranger who asks again and again must not end the link of the account's owner. */
const resetKeptMs = 30 * 60 * 1000;

/** @returns whether this is the account's link now; false where the one before is kept */
async function setLink({ db }: Shop, userId: string, tokenHash: string): Promise<boolean> {
	const ends = Date.now() + resetLifeMs;
	const link = { tokenHash, expiresAt: new Date(ends) };
	const [, [kept]] = await retry(() =>
		db.batch([
			db
				.insert(resetTokens)
				.values({ userId, ...link })
				.onConflictDoUpdate({
					target: resetTokens.userId,
					set: link,
					// The second: of before a clock was set back, and not accepted.
					setWhere: sql`${lte(resetTokens.expiresAt, new Date(ends - resetKeptMs))}
						or ${gt(resetTokens.expiresAt, new Date(ends))}`,
				}),
			db
				.select({ tokenHash: resetTokens.tokenHash })
				.from(resetTokens)
				.where(eq(resetTokens.userId, userId)),
		]),
	);
	return kept?.tokenHash === tokenHash;
}

/** One live link a user. */
async function sendLink(shop: Shop, email: string): Promise<void> {
	const { db, env, origin, visitor } = shop;
	const user = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
	logSecurity(visitor, { event: "reset link asked", user: user?.id ?? null });
	if (!user) return;
	const token = createToken();
	const tokenHash = await hashToken(token);
	if (!(await setLink(shop, user.id, tokenHash))) return;
	try {
		await sendMail(env, resetMail(email, new URL(resetPath(token), origin).href));
	} catch (error) {
		// A link that nobody has must not keep the next one from being sent.
		await retry(() => db.delete(resetTokens).where(eq(resetTokens.tokenHash, tokenHash)));
		throw error;
	}
}

/**
 * Sends a link to choose a new password. Answers alike, and at once, whether or not there is such an account: the
 * work is done after the answer. No mail is sent within half an hour after one that was taken: its link stays good.
 * @throws ShopError 429
 */
export async function forgotPassword(shop: Shop, email: string): Promise<void> {
	const { env, visitor } = shop;
	await enforceRateLimit(env, "forgotAddress", visitor.network);
	await enforceRateLimit(env, "forgotAccount", email);
	shop.waitUntil(() =>
		sendLink(shop, email).catch((error: unknown) => console.error("password reset", forLog(error))),
	);
}
