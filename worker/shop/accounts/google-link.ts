import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { ShopError } from "#contract/errors.ts";
import { defaultRole } from "#contract/roles.ts";
import { type GooglePerson, signingSecret } from "#worker/auth/google.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { signedValue } from "#worker/auth/signed-value.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { enterBySub, isFreeSub, takeOverByGoogle } from "./google.ts";
import { type SignedIn, verifyLogin } from "./session.ts";
import { accountColumns } from "./users.ts";

const linkSchema = v.object({
	sub: v.string(),
	email: v.string(),
	ownsEmail: v.boolean(),
	name: v.string(),
	/** The page to go to afterwards. */
	from: v.string(),
});

type PendingLink = v.InferOutput<typeof linkSchema>;

/** The Google account of a sign-in that waits for the password of the account with its email: a signed cookie for ten minutes. */
export const pendingLink = signedValue("google link", linkSchema, 10 * 60);

/** @param from the page to go to afterwards @returns the text for the cookie */
export const signLink = (
	{ env }: Shop,
	{ sub, email, name, ownsEmail }: GooglePerson,
	from: string,
): Promise<string> =>
	pendingLink.sign(signingSecret(env), { sub, email: email ?? "", name, ownsEmail, from });

/** @param cookie of `signLink` @throws ShopError 403 when it is missing, forged or expired */
async function requireLink({ env }: Shop, cookie: string | undefined): Promise<PendingLink> {
	const link = await pendingLink.verify(signingSecret(env), cookie);
	if (!link) throw new ShopError("google_expired");
	return link;
}

const findUnverified = ({ db }: Shop, email: string) =>
	db
		.select(accountColumns)
		.from(users)
		.where(and(eq(users.email, email), isNull(users.emailProvedAt), eq(users.role, defaultRole)))
		.get();

/** @returns the email that is asked about, and whether its owner may start with an empty account; null for no link */
export async function getPendingLink(shop: Shop, cookie: string | undefined) {
	const link = await pendingLink.verify(signingSecret(shop.env), cookie);
	if (!link) return null;
	const { email, ownsEmail } = link;
	return { email, canStartEmpty: ownsEmail && (await findUnverified(shop, email)) !== undefined };
}

type Entered = SignedIn & { from: string };

async function enter(shop: Shop, { sub, from }: PendingLink): Promise<Entered> {
	const signedIn = await enterBySub(shop, sub);
	if (!signedIn) throw new ShopError("google_account_mismatch");
	return { ...signedIn, from };
}

/**
 * Links the account to the Google account that was named, with the account's password, and signs in. Its email is verified
 * too where Google is authoritative for it.
 * @throws ShopError 400 wrong password, 403 when the link is too old or the account has another Google account, 429
 */
export async function linkWithPassword(
	shop: Shop,
	cookie: string | undefined,
	password: string,
): Promise<Entered> {
	const link = await requireLink(shop, cookie);
	await enforceRateLimit(shop.env, "loginAddress", shop.visitor.network);
	await enforceRateLimit(shop.env, "loginAccount", link.email);
	const verified = await verifyLogin(shop, { email: link.email, password });
	if (!verified) throw new ShopError("wrong_password");
	const { db } = shop;
	const provedAt = sql`coalesce(${users.emailProvedAt}, ${Date.now()})`;
	const change = { googleSub: link.sub, ...(link.ownsEmail ? { emailProvedAt: provedAt } : {}) };
	const linkable = and(
		eq(users.id, verified.account.id),
		inArray(users.passwordHash, verified.hashes),
		isNull(users.googleSub),
		isFreeSub(db, link.sub),
	);
	await retry(() => db.update(users).set(change).where(linkable));
	return enter(shop, link);
}

/**
 * Gives the owner of the email, as Google knows them, the account that somebody else may have made with it, emptied.
 * @throws ShopError 403 when the link is too old, Google is not authoritative, or the account is verified
 */
export async function startEmpty(shop: Shop, cookie: string | undefined): Promise<Entered> {
	const link = await requireLink(shop, cookie);
	const account = link.ownsEmail ? await findUnverified(shop, link.email) : undefined;
	if (!account) throw new ShopError("google_account_mismatch");
	await takeOverByGoogle(shop, account, link);
	return enter(shop, link);
}
