import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, resetTokens } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";

/*
 * Links that are mailed: one live link a user, which works once. The database holds the SHA-256 of its token.
 */

/** How long a link lives, and how long it is not replaced by the next one, in ms. */
type LinkKind = {
	table: typeof resetTokens | typeof emailVerifications;
	lifeMs: number;
	keptMs: number;
};

const minuteMs = 60_000;

/**
 * An hour: OWASP Forgot Password Cheat Sheet. Kept for half of it: a stranger who asks again and again must not end the link of the
 * account's owner.
 */
export const resetLinks: LinkKind = {
	table: resetTokens,
	lifeMs: 60 * minuteMs,
	keptMs: 30 * minuteMs,
};

export const verificationLinks: LinkKind = {
	table: emailVerifications,
	lifeMs: 24 * 60 * minuteMs,
	keptMs: 0,
};

/** @returns the token of the user's new link, and its hash; null where the link before is kept */
export async function createLink(
	shop: Shop,
	{ table, lifeMs, keptMs }: LinkKind,
	userId: string,
): Promise<{ token: string; tokenHash: string } | null> {
	const { db } = shop;
	const token = createToken();
	const tokenHash = await hashToken(token);
	const ends = Date.now() + lifeMs;
	const link = { tokenHash, expiresAt: new Date(ends) };
	const isReplaceable = lte(table.expiresAt, new Date(ends - keptMs));
	// Of before a clock was set back, and not accepted.
	const isTooLong = gt(table.expiresAt, new Date(ends));
	const created = await write(shop, {
		statements: [
			db
				.insert(table)
				.values({ userId, ...link })
				.onConflictDoUpdate({
					target: table.userId,
					set: link,
					setWhere: sql`${isReplaceable} or ${isTooLong}`,
				}),
		],
		done: db.select({ userId: table.userId }).from(table).where(eq(table.tokenHash, tokenHash)),
	});
	return created && { token, tokenHash };
}

/** The row of a link that can be used. */
export async function isLive({ table, lifeMs }: LinkKind, token: string): Promise<SQL | undefined> {
	const now = Date.now();
	return and(
		eq(table.tokenHash, await hashToken(token)),
		gt(table.expiresAt, new Date(now)),
		// After a clock was set back, a link of before would live longer.
		lte(table.expiresAt, new Date(now + lifeMs)),
	);
}
