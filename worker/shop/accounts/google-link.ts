import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import type { GooglePerson } from "#worker/auth/google.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import {
	dropPendingLink,
	keepPendingLink,
	type PendingLink,
	readPendingLink,
} from "#worker/auth/pending-link.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { enterBySub, isFreeSub, takeOverByGoogle } from "./google.ts";
import { verifyLogin } from "./session.ts";
import { accountColumns } from "./users.ts";

const isSecure = ({ origin }: Shop): boolean => origin.startsWith("https:");

/** Keeps whom Google has named, in a signed cookie, until the password of the account with that email is entered. */
export async function keepForPassword(
	shop: Shop,
	{ sub, email, name, ownsEmail }: GooglePerson,
	from: string,
): Promise<void> {
	const link = { sub, email: email ?? "", name, ownsEmail, from };
	shop.visitor.keepCookie(await keepPendingLink(shop.env, isSecure(shop), link));
}

const readLink = (shop: Shop): Promise<PendingLink | null> =>
	readPendingLink(shop.env, isSecure(shop), shop.visitor.cookies);

/** @throws ShopError 403 when there is none, or not any more */
async function requireLink(shop: Shop): Promise<PendingLink> {
	const link = await readLink(shop);
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
export async function getPendingLink(shop: Shop) {
	const link = await readLink(shop);
	if (!link) return null;
	const { email, ownsEmail } = link;
	return { email, canStartEmpty: ownsEmail && (await findUnverified(shop, email)) !== undefined };
}

/** @returns the account, signed in, and the page to go to */
async function enter(shop: Shop, { sub, from }: PendingLink) {
	const account = await enterBySub(shop, sub);
	if (!account) throw new ShopError("google_account_mismatch");
	shop.visitor.keepCookie(dropPendingLink(isSecure(shop)));
	return { account, from };
}

type Entered = { account: Account; from: string };

/**
 * Links the account to the Google account that was named, with the account's password, and signs in. Its email is verified
 * too where Google is authoritative for it.
 * @throws ShopError 400 wrong password, 403 when the link is too old or the account has another Google account, 429
 */
export async function linkWithPassword(shop: Shop, password: string): Promise<Entered> {
	const link = await requireLink(shop);
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
export async function startEmpty(shop: Shop): Promise<Entered> {
	const link = await requireLink(shop);
	const account = link.ownsEmail ? await findUnverified(shop, link.email) : undefined;
	if (!account) throw new ShopError("google_account_mismatch");
	await takeOverByGoogle(shop, account, link);
	return enter(shop, link);
}
