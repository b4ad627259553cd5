import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { forLog } from "#worker/db/failures.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { handOverAccount } from "./erase.ts";
import { isLive, resetLinks, sendLink } from "./links.ts";
import { cancelForTakeover, isUnverifiedShopper } from "./takeover.ts";
import { accountColumns } from "./users.ts";

async function sendResetLink(shop: Shop, email: string): Promise<void> {
	const { db, visitor } = shop;
	const user = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
	logSecurity(visitor, { event: "reset link asked", user: user?.id ?? null });
	if (user) await sendLink(shop, resetLinks, { ...user, email });
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
		sendResetLink(shop, email).catch((error: unknown) =>
			console.error("password reset", forLog(error)),
		),
	);
}

const selectOwner = ({ db }: Shop, live: SQL | undefined) =>
	db.select({ id: resetTokens.userId }).from(resetTokens).where(live);

/** @returns the account that a live link is for, where anyone may have made it with this email; undefined for any other */
const findUnverified = ({ db }: Shop, userId: string): Promise<Account | undefined> =>
	db.select(accountColumns).from(users).where(isUnverifiedShopper(userId)).get();

/** @returns whether the owner of a link has to say if they made the account: its email was never verified */
export async function asksWhoMadeIt(shop: Shop, token: string): Promise<boolean> {
	const owner = await selectOwner(shop, await isLive(resetLinks, token)).get();
	return owner !== undefined && (await findUnverified(shop, owner.id)) !== undefined;
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
	const live = await isLive(resetLinks, token);
	const owner = selectOwner(shop, live);
	const found = await owner.get();
	if (!found) throw new ShopError("reset_link_expired");
	const passwordHash = await hashPassword(password);
	const unverified = keep ? undefined : await findUnverified(shop, found.id);
	if (unverified) await cancelForTakeover(shop, unverified);
	const isOwner = inArray(users.id, owner);
	const isUnverified = and(isOwner, isUnverifiedShopper(found.id), keep ? sql`0` : undefined);
	const { statements, tags } = handOverAccount(db, isUnverified, {
		name: sql`substr(${users.email}, 1, ${sql.raw(String(textLength.name))})`,
		passwordHash,
		googleSub: null,
	});
	const reset = await write(shop, {
		statements: [
			...statements,
			db
				.update(users)
				.set({
					passwordHash,
					emailProvedAt: new Date(),
					// A Google account that was linked before the email was verified may be a stranger's: it is linked again by password.
					googleSub: sql`case when ${users.emailProvedAt} is null then null else ${users.googleSub} end`,
				})
				.where(isOwner),
			db.delete(sessions).where(inArray(sessions.userId, owner)),
			db.delete(resetTokens).where(live),
		],
		// The salt makes the hash this call's alone.
		done: db
			.select({ id: users.id, tags })
			.from(users)
			.where(and(eq(users.id, found.id), eq(users.passwordHash, passwordHash))),
		tags: (row) => row.tags,
	});
	if (!reset) throw new ShopError("reset_link_expired");
	logSecurity(shop.visitor, { event: "password reset", user: reset.id });
}
