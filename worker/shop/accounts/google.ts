import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { normalizeName } from "#contract/schemas/fields.ts";
import { accountColumns } from "#worker/auth/account-columns.ts";
import type { GoogleProfile } from "#worker/auth/google.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, resetTokens, reviews, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";
import { handOverAccount } from "./erase.ts";
import { signIn } from "./sign-in.ts";
import { cancelOrdersForTakeover, isUnverifiedShopper } from "./takeover.ts";
import { sendFirstVerificationLink } from "./verify.ts";

type ProfileWithEmail = Pick<GoogleProfile, "sub" | "name" | "isGoogleAuthoritative"> & {
	email: string;
};

export const isSubUnlinked = (db: Database, sub: string): SQL =>
	notExists(
		db.select({ one: sql`1` }).from(sql`${users} as holder`).where(sql`holder.google_sub = ${sub}`),
	);

async function signInBySub(shop: ShopContext, sub: string) {
	const hasSub = eq(users.googleSub, sub);
	const account = await shop.db.select(accountColumns).from(users).where(hasSub).get();
	return account ? signIn(shop, account, { method: "google", condition: hasSub }) : null;
}

const findByEmail = ({ db }: ShopContext, email: string) => {
	const hasAny = (table: typeof orders | typeof reviews) =>
		sql`exists (select 1 from ${table} where ${eq(table.userId, users.id)})`;
	/** Whether the account has data that the person who created it may want to keep. */
	const hasData = sql`${users.img} is not null or ${users.phone} is not null or ${hasAny(orders)} or ${hasAny(reviews)}`;
	const { googleSub, emailVerifiedAt, passwordHash } = users;
	const stateColumns = { googleSub, emailVerifiedAt, passwordHash };
	return db
		.select({ ...accountColumns, ...stateColumns, hasData: hasData.mapWith(Boolean) })
		.from(users)
		.where(eq(users.email, email))
		.get();
};

/** Does nothing if an account with the email or the Google account already exists. */
async function createAccount(
	shop: ShopContext,
	{ sub, email, name, isGoogleAuthoritative }: ProfileWithEmail,
	tool: string | null,
) {
	const user = {
		id: createId(),
		email,
		name: name || normalizeName(email),
		googleSub: sub,
		emailVerifiedAt: isGoogleAuthoritative ? new Date() : null,
	};
	const created = await write(shop, {
		statements: [shop.db.insert(users).values(user).onConflictDoNothing()],
		confirmWrite: shop.db.select(accountColumns).from(users).where(eq(users.id, user.id)),
	});
	if (created && !isGoogleAuthoritative) sendFirstVerificationLink(shop, created, tool);
}

async function linkAccount({ db }: ShopContext, { sub, email }: ProfileWithEmail): Promise<void> {
	const isLinkable = and(
		eq(users.email, email),
		isNull(users.googleSub),
		or(isNotNull(users.emailVerifiedAt), isNull(users.passwordHash)),
		isSubUnlinked(db, sub),
	);
	const emailVerifiedAt = sql`coalesce(${users.emailVerifiedAt}, ${Date.now()})`;
	await retry(() => db.update(users).set({ googleSub: sub, emailVerifiedAt }).where(isLinkable));
}

/**
 * Does nothing if the account has been verified in the meantime, or is an admin's.
 * @param keepsAlert - whether the owner gets the stock alert that the account was created for
 */
export async function takeOverWithGoogle(
	shop: ShopContext,
	account: Account,
	profile: Pick<ProfileWithEmail, "sub" | "name" | "email">,
	keepsAlert = false,
) {
	const { db } = shop;
	const { sub, name, email } = profile;
	await cancelOrdersForTakeover(shop, account);
	const owner = { name: name || normalizeName(email), passwordHash: null, googleSub: sub };
	const isAvailable = and(isUnverifiedShopper(account.id), isSubUnlinked(db, sub));
	const userId = db.select({ id: users.id }).from(users).where(isAvailable);
	const { statements, tags } = handOverAccount(db, isAvailable, owner, keepsAlert);
	await write(shop, {
		statements: [db.delete(resetTokens).where(inArray(resetTokens.userId, userId)), ...statements],
		confirmWrite: db.select({ tags }).from(users).where(eq(users.googleSub, sub)),
		tags: (row) => row.tags,
	});
}

/** Returns whether the visitor must first enter the password of the account with this email. */
async function createOrLink(
	shop: ShopContext,
	profile: ProfileWithEmail,
	tool: string | null,
): Promise<boolean> {
	const existingUser = await findByEmail(shop, profile.email);
	if (!existingUser) {
		await createAccount(shop, profile, tool);
		return false;
	}
	const { googleSub, emailVerifiedAt, passwordHash, hasData, ...account } = existingUser;
	if (googleSub && emailVerifiedAt) throw new ShopError("google_account_mismatch");
	// Staff created the account for a customer who ordered by phone, so nobody can have logged in to it (docs/decisions/payment-links.md).
	const isCreatedByStaff = !passwordHash && !googleSub && account.role === defaultRole;
	if (profile.isGoogleAuthoritative && (emailVerifiedAt || isCreatedByStaff)) {
		await linkAccount(shop, profile);
		return false;
	}
	const canTakeOver = profile.isGoogleAuthoritative && account.role === defaultRole;
	if (canTakeOver && (!hasData || !passwordHash)) {
		await takeOverWithGoogle(shop, account, profile, true);
		return false;
	}
	if (googleSub) throw new ShopError("google_account_mismatch");
	if (!passwordHash) throw new ShopError("google_password_required");
	return true;
}

/** @throws ShopError 403 if no account is linked to the Google account, because a concurrent request changed the account */
export async function requireSignInBySub(shop: ShopContext, sub: string) {
	const session = await signInBySub(shop, sub);
	if (!session) throw new ShopError("google_account_mismatch");
	return session;
}

/**
 * Signs in to the linked account. If there is none, first links the account with the same email, or creates one
 * (docs/decisions/google-linking.md).
 * @param tool - ID of the tool whose stock alert a new account requests; it is created once the email is verified
 * @returns null if the visitor must first enter the password of the account with this email
 * @throws ShopError 403 if the email is not verified, is not usable, or belongs to another Google account
 */
export async function signInWithGoogle(
	shop: ShopContext,
	profile: GoogleProfile,
	tool: string | null = null,
) {
	const existingSession = await signInBySub(shop, profile.sub);
	if (existingSession) return existingSession;
	const { email, emailVerified } = profile;
	if (!emailVerified) throw new ShopError("google_email_unverified");
	if (email === null) throw new ShopError("google_email_invalid");
	const needsPassword = await createOrLink(shop, { ...profile, email }, tool);
	return needsPassword ? null : requireSignInBySub(shop, profile.sub);
}
