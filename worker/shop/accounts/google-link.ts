import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { ShopError } from "#contract/errors.ts";
import { type GoogleProfile, getSigningSecret } from "#worker/auth/google.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createSignedCookie } from "#worker/auth/signed-cookie.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isSubUnlinked, requireSignInBySub, takeOverWithGoogle } from "./google.ts";
import { verifyLogin } from "./sign-in.ts";
import { findUnverifiedShopper } from "./takeover.ts";

const pendingLinkSchema = v.object({
	sub: v.string(),
	email: v.string(),
	isGoogleAuthoritative: v.boolean(),
	name: v.string(),
	/** The page to return to after signing in. */
	from: v.string(),
});

type PendingLink = v.InferOutput<typeof pendingLinkSchema>;

/** Holds the Google profile until the visitor enters the password of the account with the same email. */
export const googleLinkCookie = createSignedCookie("google link", pendingLinkSchema, 10 * 60);

/** @returns the value of `googleLinkCookie` */
export function signGoogleLink(
	{ env }: ShopContext,
	profile: GoogleProfile,
	from: string,
): Promise<string> {
	const { sub, isGoogleAuthoritative, name } = profile;
	const email = profile.email ?? "";
	const link = { sub, email, isGoogleAuthoritative, name, from };
	return googleLinkCookie.sign(getSigningSecret(env), link);
}

async function requirePendingLink(
	{ env }: ShopContext,
	cookie: string | undefined,
): Promise<PendingLink> {
	const link = await googleLinkCookie.verify(getSigningSecret(env), cookie);
	if (!link) throw new ShopError("google_expired");
	return link;
}

const findTakeoverTarget = async (
	shop: ShopContext,
	{ email, isGoogleAuthoritative }: PendingLink,
) => (isGoogleAuthoritative ? findUnverifiedShopper(shop, eq(users.email, email)) : undefined);

export async function getPendingLink(shop: ShopContext, cookie: string | undefined) {
	const link = await googleLinkCookie.verify(getSigningSecret(shop.env), cookie);
	if (!link) return null;
	const canStartEmpty = (await findTakeoverTarget(shop, link)) !== undefined;
	return { email: link.email, canStartEmpty };
}

/**
 * Links the Google profile in the cookie to the account with the same email, and signs the visitor in.
 * @throws ShopError 400 for a wrong password; 403 if the cookie has expired or the account has another Google account; 429
 */
export async function linkWithPassword(
	shop: ShopContext,
	cookie: string | undefined,
	password: string,
) {
	const link = await requirePendingLink(shop, cookie);
	await enforceRateLimit(shop.env, "loginNetwork", shop.visitor.network);
	await enforceRateLimit(shop.env, "loginAccount", link.email);
	const verified = await verifyLogin(shop, { email: link.email, password });
	if (!verified) throw new ShopError("wrong_password");
	const { db } = shop;
	const verifiedAt = sql`coalesce(${users.emailVerifiedAt}, ${Date.now()})`;
	const updates = {
		googleSub: link.sub,
		emailVerifiedAt: link.isGoogleAuthoritative ? verifiedAt : undefined,
	};
	const isLinkable = and(
		eq(users.id, verified.account.id),
		inArray(users.passwordHash, verified.hashes),
		isNull(users.googleSub),
		isSubUnlinked(db, link.sub),
	);
	await retry(() => db.update(users).set(updates).where(isLinkable));
	return { ...(await requireSignInBySub(shop, link.sub)), from: link.from };
}

/**
 * Empties the unverified account with the same email, links it to the Google account, and signs the visitor in. A repeated submission only
 * signs in.
 * @throws ShopError 403 if the cookie has expired, Google is not authoritative for the email, or the account is verified but not linked
 */
export async function startWithEmptyAccount(shop: ShopContext, cookie: string | undefined) {
	const link = await requirePendingLink(shop, cookie);
	const account = await findTakeoverTarget(shop, link);
	if (account) await takeOverWithGoogle(shop, account, link);
	return { ...(await requireSignInBySub(shop, link.sub)), from: link.from };
}
