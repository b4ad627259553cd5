import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { resetTokens, sessions, signInChallenges, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { write } from "../write.ts";
import { handOverAccount } from "./erase.ts";
import { createValidLinkCondition, resetLinks, sendLink } from "./links.ts";
import { cancelOrdersForTakeover, findUnverifiedShopper, isUnverifiedShopper } from "./takeover.ts";

async function sendResetLink(shop: ShopContext, email: string): Promise<void> {
	const { db, visitor } = shop;
	const user = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
	logSecurity(visitor, { event: "reset link requested", user: user?.id ?? null });
	if (user) await sendLink(shop, resetLinks, { ...user, email });
}

/** Sends the link after the response, so that its timing does not show whether the account exists. @throws ShopError 429 */
export async function forgotPassword(shop: ShopContext, email: string): Promise<void> {
	const { env, visitor } = shop;
	await enforceRateLimit(env, "forgotPasswordNetwork", visitor.network);
	await enforceRateLimit(env, "forgotPasswordEmail", email);
	shop.waitUntil(() => sendResetLink(shop, email).catch(logFailure("password reset")));
}

const selectLinkOwner = ({ db }: ShopContext, isValidLink: SQL | undefined) =>
	db.select({ id: resetTokens.userId }).from(resetTokens).where(isValidLink);

/**
 * Returns null if the link is unknown, used or expired. If `isUnverified`, somebody other than the owner of the email may have created
 * the account (takeover.ts).
 */
export async function readResetLink(shop: ShopContext, token: string) {
	const owner = await selectLinkOwner(
		shop,
		await createValidLinkCondition(resetLinks, token),
	).get();
	if (!owner) return null;
	const unverified = await findUnverifiedShopper(shop, eq(users.id, owner.id));
	return { isUnverified: unverified !== undefined };
}

/**
 * Sets a new password and ends all sessions. Empties the account if somebody else may have created it (takeover.ts).
 * @param keep - true if the owner of the email says that they created the account, which is then not emptied
 * @throws ShopError 400 if the link is unknown, used or expired
 */
export async function resetPassword(
	shop: ShopContext,
	token: string,
	password: string,
	{ keep = false } = {},
): Promise<void> {
	const { db } = shop;
	const isValidLink = await createValidLinkCondition(resetLinks, token);
	const ownerQuery = selectLinkOwner(shop, isValidLink);
	const owner = await ownerQuery.get();
	if (!owner) throw new ShopError("reset_link_expired");
	const passwordHash = await hashPassword(password);
	const unverified = keep ? undefined : await findUnverifiedShopper(shop, eq(users.id, owner.id));
	if (unverified) await cancelOrdersForTakeover(shop, unverified);
	const isOwner = inArray(users.id, ownerQuery);
	const isUnverified = and(isOwner, isUnverifiedShopper(owner.id), keep ? sql`0` : undefined);
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
					emailVerifiedAt: new Date(),
					// A Google account that was linked before the email was verified may be a stranger's. Its owner can link it again.
					googleSub: sql`case when ${users.emailVerifiedAt} is null then null else ${users.googleSub} end`,
				})
				.where(isOwner),
			db.delete(sessions).where(inArray(sessions.userId, ownerQuery)),
			db.delete(signInChallenges).where(inArray(signInChallenges.userId, ownerQuery)),
			db.delete(resetTokens).where(isValidLink),
		],
		// The hash is unique to this call, because of its salt.
		confirmWrite: db
			.select({ id: users.id, tags })
			.from(users)
			.where(and(eq(users.id, owner.id), eq(users.passwordHash, passwordHash))),
		tags: (row) => row.tags,
	});
	if (!reset) throw new ShopError("reset_link_expired");
	logSecurity(shop.visitor, { event: "password reset", user: reset.id });
}
