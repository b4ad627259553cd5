import { and, eq, exists, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { verifyPath } from "#contract/return-path.ts";
import type { Account } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { forLog } from "#worker/db/failures.ts";
import { retry, retryWrite } from "#worker/db/retry.ts";
import { emailVerifications, users } from "#worker/db/schema.ts";
import { sendMail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { verifyMail } from "./verify-mail.ts";

/** Milliseconds. */
const lifeMs = 24 * 60 * 60 * 1000;

const isVerified = async ({ db }: Shop, { id }: Account): Promise<boolean> =>
	(await db.$count(users, and(eq(users.id, id), isNotNull(users.emailProvedAt)))) > 0;

/** One live link a user: a new one makes the one before worthless. */
async function sendLink(shop: Shop, { id: userId, email }: Account): Promise<void> {
	const { db, env, origin, visitor } = shop;
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + lifeMs) };
	await retry(() =>
		db
			.insert(emailVerifications)
			.values({ userId, ...link })
			.onConflictDoUpdate({ target: emailVerifications.userId, set: link }),
	);
	logSecurity(visitor, { event: "verification link asked", user: userId });
	await sendMail(env, verifyMail(email, new URL(verifyPath(token), origin).href));
}

/** For a new account: the mail is sent once the answer is out. One that is not sent can be asked for in My profile. */
export const sendFirstLink = (shop: Shop, account: Account): void =>
	shop.waitUntil(() =>
		sendLink(shop, account).catch((error: unknown) =>
			console.error("email verification", forLog(error)),
		),
	);

/**
 * Sends another link to verify the email of the account that is signed in; nothing where it is verified already.
 * @returns whether one was sent
 * @throws ShopError 401, 429, 503 when the mail is not taken
 */
export async function resendLink(shop: Shop): Promise<boolean> {
	const account = requireAccount(shop);
	await enforceRateLimit(shop.env, "verifyEmail", account.id);
	if (await isVerified(shop, account)) return false;
	try {
		await sendLink(shop, account);
	} catch (error) {
		console.error("email verification", forLog(error));
		throw new ShopError("mail_unavailable");
	}
	return true;
}

const liveLink = ({ db }: Shop, userId: string, tokenHash: string) => {
	const now = Date.now();
	return db
		.select({ userId: emailVerifications.userId })
		.from(emailVerifications)
		.where(
			and(
				eq(emailVerifications.userId, userId),
				eq(emailVerifications.tokenHash, tokenHash),
				gt(emailVerifications.expiresAt, new Date(now)),
				// After a clock was set back, a link of before would live longer than the day.
				lte(emailVerifications.expiresAt, new Date(now + lifeMs)),
			),
		);
};

/** What the page of a link shows: the link can be used, is of no use (any more), or is not needed any more. */
export type LinkState = "live" | "dead" | "verified";

/**
 * @param token from the mail's link
 * @throws ShopError 401
 */
export async function getLinkState(shop: Shop, token: string): Promise<LinkState> {
	const account = requireAccount(shop);
	if (await isVerified(shop, account)) return "verified";
	const live = await liveLink(shop, account.id, await hashToken(token)).get();
	return live ? "live" : "dead";
}

/**
 * Verifies the email of the account that is signed in with the link from the mail, which is then used up. The link alone is
 * not enough: the owner of an address that a stranger signed up with would make the stranger's account credible by
 * opening it.
 * @throws ShopError 400 when the link is unknown, used, a day old or another account's, 401
 */
export async function verifyEmail(shop: Shop, token: string): Promise<void> {
	const account = requireAccount(shop);
	const { db } = shop;
	const link = liveLink(shop, account.id, await hashToken(token));
	const write = () =>
		db.batch([
			db
				.update(users)
				.set({ emailProvedAt: new Date() })
				.where(and(eq(users.id, account.id), isNull(users.emailProvedAt), exists(link)))
				.returning({ id: users.id }),
			db
				.delete(emailVerifications)
				.where(and(eq(emailVerifications.userId, account.id), exists(link))),
		]);
	const { result, again } = await retryWrite(write);
	const isDone = result[0].length > 0 || (again && (await isVerified(shop, account)));
	if (!isDone) throw new ShopError("verification_link_expired");
	logSecurity(shop.visitor, { event: "email verified", user: account.id });
}
