import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { keepReviewTags } from "../reviews/author.ts";
import { resetLifeMs } from "./forgot.ts";
import { cancelForTakeover, isUnverifiedShopper, takeOver } from "./takeover.ts";

/** Whether an earlier try was carried out unheard: the salt makes its hash one of a kind. */
const isChanged = async ({ db }: Shop, id: string, passwordHash: string): Promise<boolean> =>
	(await db.$count(users, and(eq(users.id, id), eq(users.passwordHash, passwordHash)))) > 0;

const liveToken = async ({ db }: Shop, token: string) => {
	const now = Date.now();
	const live = and(
		eq(resetTokens.tokenHash, await hashToken(token)),
		gt(resetTokens.expiresAt, new Date(now)),
		// After a clock was set back, a link of before would live longer than the hour.
		lte(resetTokens.expiresAt, new Date(now + resetLifeMs)),
	);
	return { live, owner: db.select({ id: resetTokens.userId }).from(resetTokens).where(live) };
};

/** @returns the account that a live link is for, where anyone may have made it with this email; null for any other */
async function findUnverified({ db }: Shop, userId: string): Promise<Account | null> {
	const columns = { id: users.id, email: users.email, name: users.name, role: users.role };
	const found = await db.select(columns).from(users).where(isUnverifiedShopper(userId)).get();
	return found ?? null;
}

/** @returns whether the owner of a link has to say if they made the account: its email was never verified */
export async function asksWhoMadeIt(shop: Shop, token: string): Promise<boolean> {
	const { owner } = await liveToken(shop, token);
	const known = await owner.get();
	return known !== undefined && (await findUnverified(shop, known.id)) !== null;
}

/**
 * Sets a new password with the link from the mail, which is then used up, and ends every session of the account. An account
 * whose email was never verified may be somebody else's: the owner of the email gets it emptied (takeover.ts).
 * @param keep that its owner says to have made it: then it is kept as it is
 * @throws ShopError 400 when the link is unknown, used or older than an hour
 */
export async function resetPassword(
	shop: Shop,
	token: string,
	password: string,
	{ keep = false } = {},
): Promise<void> {
	const { db } = shop;
	const { live, owner } = await liveToken(shop, token);
	const known = await owner.get();
	if (!known) throw new ShopError("reset_link_expired");
	const passwordHash = await hashPassword(password);
	const unverified = keep ? null : await findUnverified(shop, known.id);
	if (unverified) await cancelForTakeover(shop, unverified);
	const stranger = and(
		inArray(users.id, owner),
		isUnverifiedShopper(known.id),
		keep ? sql`0` : undefined,
	);
	const change = () =>
		db.batch([
			keepReviewTags(shop, stranger),
			...takeOver(shop, stranger, {
				name: sql`substr(${users.email}, 1, ${sql.raw(String(textLength.name))})`,
				passwordHash,
				googleSub: null,
			}),
			db
				.update(users)
				.set({
					passwordHash,
					emailProvedAt: new Date(),
					// A Google account that was linked before the email was verified may be a stranger's: it is linked again by password.
					googleSub: sql`case when ${users.emailProvedAt} is null then null else ${users.googleSub} end`,
				})
				.where(inArray(users.id, owner)),
			db.delete(sessions).where(inArray(sessions.userId, owner)),
			db.delete(resetTokens).where(live).returning({ userId: resetTokens.userId }),
		]);
	const { result, again } = await retryWrite(change);
	const [, reviewed] = result;
	const used = result.at(-1);
	const isUsed = Array.isArray(used) && used.length > 0;
	if (reviewed.length > 0 || again) {
		shop.purge(reviewTags(reviewed.map(({ productId }) => productId)));
	}
	const isDone = isUsed || (again && (await isChanged(shop, known.id, passwordHash)));
	if (!isDone) throw new ShopError("reset_link_expired");
	logSecurity(shop.visitor, { event: "password reset", user: known.id });
}
